//! Runs Datalog programs, whose facts come and go, as incremental circuits of dbsp.
//!
//! usage: assay-dbsp [--workers=N] [FILE]     one program, of the file or of standard input
//!        assay-dbsp [--workers=N] --serve    many, on standard input; the line "assay-end-of-program" ends each
//!        assay-dbsp --version
//!
//!     relation edge number text                   each line is a statement; words stand between single spaces
//!     rule p x0 1 <- edge x0 x1 & ! q x1 _        also & x0 < 3 & x1 = x0 + 1 & x1 = x0 min 3
//!                                                 & x2 = sum x1 of edge x1 x0 ; x1 > 2
//!     + edge 1 "a"                                facts come and go ("-"); texts have \x20 for a space
//!     commit                                      applies the changes before it as one transaction
//!     show p p__3                                 the same, and prints the rows of p, `p__3(1, "a")` a line
//!
//! Relations are sets. Rules that depend on each other are one recursive circuit.

use dbsp::operator::{Max, Min};
use dbsp::typed_batch::SpineSnapshot;
use dbsp::{DBSPHandle, IndexedZSetReader, NestedCircuit, OrdIndexedZSet, OrdZSet, OutputHandle, RootCircuit, Runtime};
use dbsp::{Stream, ZSetHandle};
use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::sync::Arc;

/// The columns of a row, or the values of a rule's variables in the order of their first occurrence. A text is its
/// number in Program::texts.
type Row = Vec<i64>;

#[derive(Clone)]
enum Term {
    Variable(usize),
    Value(i64),
    Any,
}

enum Step {
    Change(usize, Row, i64),
    Commit,
    Show(usize, String),
}

#[derive(Default)]
struct Program {
    names: Vec<String>,      // of the relations
    is_text: Vec<Vec<bool>>, // by relation and column
    rules: Vec<Vec<String>>, // the words behind "rule"
    steps: Vec<Step>,
    texts: Vec<String>,      // with quotes and escapes
}

/// The position of the word in the list. A new word is appended.
fn position(list: &mut Vec<String>, word: &str) -> usize {
    list.iter().position(|other| other == word).unwrap_or_else(|| {
        list.push(word.to_string());
        list.len() - 1
    })
}

fn parse(text: &str) -> Program {
    let mut program = Program::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        for word in words.iter().filter(|word| word.starts_with('"')) {
            position(&mut program.texts, word);
        }
        match words.as_slice() {
            ["relation", name, types @ ..] => {
                program.names.push(name.to_string());
                program.is_text.push(types.iter().map(|name| *name == "text").collect());
            }
            ["rule", rest @ ..] => program.rules.push(rest.iter().map(|word| word.to_string()).collect()),
            [sign @ ("+" | "-"), name, fields @ ..] => {
                let row = fields.iter().map(|word| value(&program.term(word, &mut Vec::new()), &[])).collect();
                program.steps.push(Step::Change(program.relation(name), row, if *sign == "+" { 1 } else { -1 }));
            }
            ["commit"] => program.steps.push(Step::Commit),
            ["show", name, label] => program.steps.push(Step::Show(program.relation(name), label.to_string())),
            _ => panic!("no statement: {line}"),
        }
    }
    program
}

impl Program {
    fn relation(&self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no relation {name}"))
    }
    /// A new variable is appended to the list.
    fn term(&self, word: &str, variables: &mut Vec<String>) -> Term {
        match word.parse() {
            Ok(number) => Term::Value(number),
            _ if word == "_" => Term::Any,
            _ if word.starts_with('"') => Term::Value(self.texts.iter().position(|text| text == word).unwrap() as i64),
            _ => Term::Variable(position(variables, word)),
        }
    }
}

fn value(term: &Term, row: &[i64]) -> i64 {
    match term {
        Term::Variable(variable) => row[*variable],
        Term::Value(value) => *value,
        Term::Any => 0,
    }
}

/// The row with the values of new variables. None: a constant or a known variable has another value.
fn unify(row: &[i64], terms: &[Term], values: &[i64]) -> Option<Row> {
    let mut row = row.to_vec();
    for (term, found) in terms.iter().zip(values) {
        match term {
            Term::Any => {}
            Term::Variable(variable) if *variable == row.len() => row.push(*found),
            _ if value(term, &row) != *found => return None,
            _ => {}
        }
    }
    Some(row)
}

fn compute(operator: &str, left: i64, right: i64) -> i64 {
    let result = match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "min" => Some(left.min(right)),
        _ => Some(left.max(right)),
    };
    result.expect("a number leaves its width, or a division by zero")
}

fn compare(operator: &str, left: i64, right: i64) -> bool {
    match operator {
        "!=" => left != right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        _ => left >= right,
    }
}

/// The circuits of rules, in the outer circuit and in recursive ones.
macro_rules! rules {
    ($module:ident, $circuit:ty) => {
        mod $module {
            use super::*;
            pub type Rows = Stream<$circuit, OrdZSet<Row>>;
            type Indexed = Stream<$circuit, OrdIndexedZSet<Row, Row>>;

            /// The values of the variables for which the literal holds, too. None stands for one row without variables,
            /// as the last stream of `all` has it.
            fn join(rows: Option<Rows>, variables: &mut Vec<String>, all: &[Option<Rows>], program: &Program,
                    words: &[&str]) -> Rows {
                let before = variables.len();
                let unit = || all.last().unwrap().clone().unwrap();
                match words {
                    [result, "=", kind, target, "of", body @ ..] => {
                        let rows = rows.unwrap_or_else(unit);
                        let mut inner_variables = variables.clone();
                        let add = |inner, part| join(Some(inner), &mut inner_variables, all, program, part);
                        let inner = body.split(|word| *word == ";").fold(rows.clone(), add);
                        let target = program.term(target, &mut inner_variables);
                        // Each row of the variables outside is a group of its own.
                        let values: Indexed =
                            inner.distinct().map_index(move |row| (row[..before].to_vec(), vec![value(&target, row)]));
                        let found: Indexed = match *kind {
                            "count" => values.aggregate_linear_postprocess(|_| 1i64, |count| vec![count]),
                            "sum" => values.aggregate_linear_postprocess(|value| value[0], |sum| vec![sum]),
                            "min" => values.aggregate(Min),
                            _ => values.aggregate(Max),
                        };
                        let groups: Indexed = rows.map_index(|row| (row.clone(), Row::new()));
                        let terms = [program.term(result, variables)];
                        let same = terms.clone();
                        let out = groups.join_flatmap(&found, move |row, _, found| unify(row, &same, found));
                        if *kind == "min" || *kind == "max" {
                            return out;
                        }
                        out.plus(&groups.antijoin(&found).flat_map(move |(row, _)| unify(row, &terms, &[0])))
                    }
                    [result, "=", left, operator, right] => {
                        let (left, right) = (program.term(left, variables), program.term(right, variables));
                        let (operator, terms) = (operator.to_string(), [program.term(result, variables)]);
                        rows.unwrap_or_else(unit).flat_map(move |row| {
                            unify(row, &terms, &[compute(&operator, value(&left, row), value(&right, row))])
                        })
                    }
                    [left, "=", right] => {
                        let is_new = left.starts_with('x') && !variables.iter().any(|known| known == left);
                        let (known, other) = if is_new { (right, left) } else { (left, right) };
                        let (known, terms) = (program.term(known, variables), [program.term(other, variables)]);
                        rows.unwrap_or_else(unit).flat_map(move |row| unify(row, &terms, &[value(&known, row)]))
                    }
                    [left, operator @ ("!=" | "<" | "<=" | ">" | ">="), right] => {
                        let (left, right) = (program.term(left, variables), program.term(right, variables));
                        let operator = operator.to_string();
                        let holds = move |row: &Row| compare(&operator, value(&left, row), value(&right, row));
                        rows.unwrap_or_else(unit).filter(holds)
                    }
                    _ => {
                        let negated = words[0] == "!";
                        let words = &words[negated as usize..];
                        let other = all[program.relation(words[0])].clone().unwrap();
                        let terms: Vec<Term> = words[1..].iter().map(|word| program.term(word, variables)).collect();
                        if rows.is_none() && !negated {
                            return other.flat_map(move |found| unify(&[], &terms, found));
                        }
                        let is_key = |i: &usize| matches!(terms[*i], Term::Variable(variable) if variable < before);
                        let columns: Vec<usize> = (0..terms.len()).filter(is_key).collect();
                        let keys: Vec<Term> = columns.iter().map(|i| terms[*i].clone()).collect();
                        let left: Indexed = rows.unwrap_or_else(unit).map_index(move |row| {
                            (keys.iter().map(|term| value(term, row)).collect(), row.clone())
                        });
                        let key = move |row: &Row| -> Row { columns.iter().map(|i| row[*i]).collect() };
                        if !negated {
                            let right: Indexed = other.map_index(move |row| (key(row), row.clone()));
                            return left.join_flatmap(&right, move |_, row, found| unify(row, &terms, found));
                        }
                        let fits = move |row: &Row| {
                            terms.iter().zip(row).all(|(term, found)| !matches!(term, Term::Value(v) if v != found))
                        };
                        let right: Indexed = other.filter(fits).map_index(move |row| (key(row), Row::new()));
                        left.antijoin(&right).map(|(_, row)| row.clone())
                    }
                }
            }

            /// The facts and the derived rows of a relation, perhaps several times.
            pub fn relation(id: usize, facts: Rows, program: &Program, all: &[Option<Rows>]) -> Rows {
                program.rules.iter().filter(|rule| rule[0] == program.names[id]).fold(facts, |sum, rule| {
                    let words: Vec<&str> = rule.iter().map(String::as_str).collect();
                    let arrow = words.iter().position(|word| *word == "<-").expect("a rule without an arrow");
                    let mut variables = Vec::new();
                    let add = |rows, part: &[&str]| Some(join(rows, &mut variables, all, program, part));
                    let rows = words[arrow + 1..].split(|word| *word == "&").fold(None, add);
                    let term = |word: &&str| program.term(word, &mut variables);
                    let head: Vec<Term> = words[1..arrow].iter().map(term).collect();
                    sum.plus(&rows.unwrap().map(move |row| head.iter().map(|term| value(term, row)).collect()))
                })
            }
        }
    };
}
rules!(outer, RootCircuit);
rules!(nested, NestedCircuit);

/// The strongly connected components in the order of evaluation, and whether each one is recursive.
fn components(program: &Program) -> Vec<(Vec<usize>, bool)> {
    let count = program.names.len();
    let mut needs = vec![vec![false; count]; count];
    for rule in &program.rules {
        let head = program.relation(&rule[0]);
        (0..count).for_each(|id| needs[head][id] |= rule[1..].contains(&program.names[id]));
    }
    for via in 0..count {
        for from in 0..count {
            (0..count).for_each(|to| needs[from][to] |= needs[from][via] && needs[via][to]);
        }
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|id| (0..count).filter(|other| needs[*id][*other] || other == id).count());
    let mut out: Vec<(Vec<usize>, bool)> = Vec::new();
    for id in order {
        match out.iter_mut().find(|(ids, _)| needs[id][ids[0]] && needs[ids[0]][id]) {
            Some((ids, _)) => ids.push(id),
            None => out.push((vec![id], needs[id][id])),
        }
    }
    out
}

type Outputs = Vec<OutputHandle<SpineSnapshot<OrdZSet<Row>>>>;

fn build(program: Arc<Program>, workers: usize) -> (DBSPHandle, (Vec<ZSetHandle<Row>>, Outputs)) {
    Runtime::init_circuit(workers, move |circuit| {
        let program = &*program;
        let count = program.names.len();
        let (facts, handles): (Vec<outer::Rows>, Vec<_>) =
            (0..=count).map(|_| circuit.add_input_zset::<Row>()).unzip();
        let mut all: Vec<Option<outer::Rows>> = vec![None; count];
        all.push(Some(facts[count].clone()));
        for (ids, recursive) in components(program) {
            if !recursive {
                all[ids[0]] = Some(outer::relation(ids[0], facts[ids[0]].clone(), program, &all).distinct());
                continue;
            }
            let found = circuit.recursive_dynamic(ids.len(), |child, rows: Vec<nested::Rows>| {
                let mut inner: Vec<Option<nested::Rows>> =
                    all.iter().map(|rows| rows.as_ref().map(|rows| rows.delta0(child))).collect();
                for (id, rows) in ids.iter().zip(rows) {
                    inner[*id] = Some(rows);
                }
                Ok(ids.iter().map(|id| nested::relation(*id, facts[*id].delta0(child), program, &inner)).collect())
            })?;
            for (id, rows) in ids.iter().zip(found) {
                all[*id] = Some(rows);
            }
        }
        let outputs = all[..count].iter().map(|rows| rows.as_ref().unwrap().accumulate_output()).collect();
        Ok((handles, outputs))
    })
    .unwrap_or_else(|_| std::process::exit(1)) // a worker has panicked and said why
}

/// Prints what the program shows.
fn run(text: &str, workers: usize) {
    let program = Arc::new(parse(text));
    let (mut circuit, (inputs, outputs)) = build(program.clone(), workers);
    let mut contents: Vec<BTreeMap<Row, i64>> = vec![BTreeMap::new(); outputs.len()];
    inputs.last().unwrap().push(Row::new(), 1);
    let mut changed = true;
    let mut out = String::new();
    for step in &program.steps {
        if let Step::Change(relation, row, weight) = step {
            inputs[*relation].push(row.clone(), *weight);
            changed = true;
            continue;
        }
        if std::mem::take(&mut changed) {
            circuit.transaction().unwrap_or_else(|_| std::process::exit(1));
            for (content, output) in contents.iter_mut().zip(&outputs) {
                for (row, _, weight) in output.concat().consolidate().iter() {
                    *content.entry(row).or_default() += weight;
                }
                content.retain(|_, weight| *weight != 0);
            }
        }
        if let Step::Show(relation, label) = step {
            for (row, weight) in &contents[*relation] {
                assert!(*weight > 0, "the row {row:?} of {label} has the weight {weight}");
                let is_text = &program.is_text[*relation];
                let field = |(i, field): (usize, &i64)| {
                    if is_text[i] { program.texts[*field as usize].clone() } else { field.to_string() }
                };
                let fields: Vec<String> = row.iter().enumerate().map(field).collect();
                out += &format!("{label}({})\n", fields.join(", ")).repeat(*weight as usize);
            }
        }
    }
    circuit.kill().expect("dbsp ends the circuit");
    println!("{out}end");
}

fn main() {
    let (options, arguments): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--workers="));
    let workers = options.last().map_or(1, |word| word["--workers=".len()..].parse().expect("a number of workers"));
    let mut text = String::new();
    match arguments.first().map(String::as_str) {
        Some("--version") => println!("dbsp {}", env!("CARGO_PKG_VERSION")),
        Some("--serve") => {
            for line in std::io::stdin().lock().lines() {
                let line = line.expect("a line of text");
                if line != "assay-end-of-program" {
                    text += &(line + "\n");
                    continue;
                }
                run(&std::mem::take(&mut text), workers);
                println!("assay-end-of-answer");
            }
        }
        Some(file) => run(&std::fs::read_to_string(file).expect("a program"), workers),
        None => {
            std::io::stdin().read_to_string(&mut text).expect("a program");
            run(&text, workers);
        }
    }
}
