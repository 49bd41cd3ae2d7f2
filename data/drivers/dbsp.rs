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

/// The columns of a row, or the values of a rule's variables. A text is its number in Program::texts.
type Row = Vec<i64>;

#[derive(Clone)]
enum Term {
    Variable(usize),
    Value(i64),
    Any,
}

#[derive(Clone)]
enum Literal {
    Atom { relation: usize, negated: bool, terms: Vec<Term> },
    Compare { operator: String, left: Term, right: Term },
    Compute { result: Term, operator: String, left: Term, right: Term },
    Aggregate { result: Term, kind: String, target: Term, body: Vec<Literal> },
}

struct Rule {
    relation: usize,
    terms: Vec<Term>,
    body: Vec<Literal>,
    variables: usize,
}

enum Step {
    Change(usize, Row, i64),
    Commit,
    Show(usize, String),
}

#[derive(Default)]
struct Program {
    names: Vec<String>,         // of the relations
    is_text: Vec<Vec<bool>>,    // by relation and column
    rules: Vec<Rule>,
    steps: Vec<Step>,
    texts: Vec<String>,         // with quotes and escapes
    variables: Vec<String>,     // of the rule that is being read
}

/// The position of the word in the list. A new word is appended.
fn position(list: &mut Vec<String>, word: &str) -> usize {
    list.iter().position(|other| other == word).unwrap_or_else(|| {
        list.push(word.to_string());
        list.len() - 1
    })
}

impl Program {
    fn relation(&self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no relation {name}"))
    }
    fn term(&mut self, word: &str) -> Term {
        match word.parse() {
            Ok(number) => Term::Value(number),
            _ if word == "_" => Term::Any,
            _ if word.starts_with('"') => Term::Value(position(&mut self.texts, word) as i64),
            _ => Term::Variable(position(&mut self.variables, word)),
        }
    }
    fn terms(&mut self, words: &[&str]) -> Vec<Term> {
        words.iter().map(|word| self.term(word)).collect()
    }
    fn literals(&mut self, words: &[&str], separator: &str) -> Vec<Literal> {
        words.split(|word| *word == separator).map(|part| self.literal(part)).collect()
    }
    fn literal(&mut self, words: &[&str]) -> Literal {
        match words {
            ["!", relation, terms @ ..] => {
                Literal::Atom { relation: self.relation(relation), negated: true, terms: self.terms(terms) }
            }
            [result, "=", kind, target, "of", body @ ..] => Literal::Aggregate {
                result: self.term(result),
                kind: kind.to_string(),
                target: self.term(target),
                body: self.literals(body, ";"),
            },
            [result, "=", left, operator, right] => Literal::Compute {
                result: self.term(result),
                operator: operator.to_string(),
                left: self.term(left),
                right: self.term(right),
            },
            [left, operator @ ("=" | "!=" | "<" | "<=" | ">" | ">="), right] => {
                Literal::Compare { operator: operator.to_string(), left: self.term(left), right: self.term(right) }
            }
            [relation, terms @ ..] => {
                Literal::Atom { relation: self.relation(relation), negated: false, terms: self.terms(terms) }
            }
            [] => panic!("an empty literal"),
        }
    }
    fn statement(&mut self, words: &[&str]) {
        match words {
            ["relation", name, types @ ..] => {
                self.names.push(name.to_string());
                self.is_text.push(types.iter().map(|name| *name == "text").collect());
            }
            ["rule", name, rest @ ..] => {
                self.variables.clear();
                let arrow = rest.iter().position(|word| *word == "<-").expect("a rule without an arrow");
                let terms = self.terms(&rest[..arrow]);
                let body = self.literals(&rest[arrow + 1..], "&");
                let relation = self.relation(name);
                self.rules.push(Rule { relation, terms, body, variables: self.variables.len() });
            }
            [sign @ ("+" | "-"), name, fields @ ..] => {
                let row = self.terms(fields).iter().map(|term| value(term, &[])).collect();
                let change = Step::Change(self.relation(name), row, if *sign == "+" { 1 } else { -1 });
                self.steps.push(change);
            }
            ["commit"] => self.steps.push(Step::Commit),
            ["show", name, label] => self.steps.push(Step::Show(self.relation(name), label.to_string())),
            _ => panic!("no statement: {}", words.join(" ")),
        }
    }
}

fn parse(text: &str) -> Program {
    let mut program = Program::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        program.statement(&line.split(' ').collect::<Vec<_>>());
    }
    program
}

fn value(term: &Term, row: &[i64]) -> i64 {
    match term {
        Term::Variable(variable) => row[*variable],
        Term::Value(value) => *value,
        Term::Any => 0,
    }
}

fn is_bound(term: &Term, bound: &[bool]) -> bool {
    !matches!(term, Term::Variable(variable) if !bound[*variable])
}

fn bind_all(terms: &[Term], bound: &mut [bool]) {
    for term in terms {
        if let Term::Variable(variable) = term {
            bound[*variable] = true;
        }
    }
}

/// The row with the variables that the terms bind to the values. None: a constant or a bound variable differs.
fn unify(row: &[i64], terms: &[Term], values: &[i64], bound: &[bool]) -> Option<Row> {
    let (mut row, mut bound) = (row.to_vec(), bound.to_vec());
    for (term, found) in terms.iter().zip(values) {
        match term {
            Term::Variable(variable) if !bound[*variable] => {
                row[*variable] = *found;
                bound[*variable] = true;
            }
            Term::Any => {}
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
        "=" => left == right,
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

            /// The values of the variables for which the literal holds, too.
            fn join(rows: &Rows, bound: &mut Vec<bool>, all: &[Option<Rows>], literal: &Literal) -> Rows {
                let before = bound.clone();
                match literal.clone() {
                    Literal::Atom { relation, negated, terms } => {
                        let other = all[relation].as_ref().unwrap();
                        let columns: Vec<usize> = (0..terms.len())
                            .filter(|i| matches!(terms[*i], Term::Variable(variable) if before[variable]))
                            .collect();
                        let keys: Vec<Term> = columns.iter().map(|i| terms[*i].clone()).collect();
                        let left: Indexed = rows.map_index(move |row| {
                            (keys.iter().map(|term| value(term, row)).collect(), row.clone())
                        });
                        let key = move |row: &Row| -> Row { columns.iter().map(|i| row[*i]).collect() };
                        if negated {
                            let fits = move |row: &Row| {
                                terms.iter().zip(row).all(|(term, found)| !matches!(term, Term::Value(v) if v != found))
                            };
                            let right: Indexed = other.filter(fits).map_index(move |row| (key(row), Row::new()));
                            return left.antijoin(&right).map(|(_, row)| row.clone());
                        }
                        bind_all(&terms, bound);
                        let right: Indexed = other.map_index(move |row| (key(row), row.clone()));
                        left.join_flatmap(&right, move |_, row, found| unify(row, &terms, found, &before))
                    }
                    Literal::Compare { operator, left, right } => {
                        if operator != "=" {
                            return rows.filter(move |row| compare(&operator, value(&left, row), value(&right, row)));
                        }
                        let (known, other) = if is_bound(&left, &before) { (left, right) } else { (right, left) };
                        let terms = [other];
                        bind_all(&terms, bound);
                        rows.flat_map(move |row| unify(row, &terms, &[value(&known, row)], &before))
                    }
                    Literal::Compute { result, operator, left, right } => {
                        let terms = [result];
                        bind_all(&terms, bound);
                        rows.flat_map(move |row| {
                            let result = compute(&operator, value(&left, row), value(&right, row));
                            unify(row, &terms, &[result], &before)
                        })
                    }
                    Literal::Aggregate { result, kind, target, body } => {
                        let mut inner_bound = before.clone();
                        let mut inner = rows.clone();
                        for literal in &body {
                            inner = join(&inner, &mut inner_bound, all, literal);
                        }
                        // Each row of the variables outside is a group of its own.
                        let outer = before.clone();
                        let group = move |row: &Row| -> Row {
                            row.iter().zip(&outer).map(|(value, bound)| if *bound { *value } else { 0 }).collect()
                        };
                        let values: Indexed =
                            inner.distinct().map_index(move |row| (group(row), vec![value(&target, row)]));
                        let found: Indexed = match kind.as_str() {
                            "count" => values.aggregate_linear_postprocess(|_| 1i64, |count| vec![count]),
                            "sum" => values.aggregate_linear_postprocess(|value| value[0], |sum| vec![sum]),
                            "min" => values.aggregate(Min),
                            _ => values.aggregate(Max),
                        };
                        let groups: Indexed = rows.map_index(|row| (row.clone(), Row::new()));
                        let terms = [result];
                        bind_all(&terms, bound);
                        let (same, known) = (terms.clone(), before.clone());
                        let out = groups.join_flatmap(&found, move |row, _, found| unify(row, &same, found, &known));
                        if kind == "min" || kind == "max" {
                            return out;
                        }
                        let empty = groups.antijoin(&found).flat_map(move |(row, _)| unify(row, &terms, &[0], &before));
                        out.plus(&empty)
                    }
                }
            }

            /// The rows that a rule derives, perhaps several times. The last stream of `all` has one row of no columns.
            fn rule(rule: &Rule, all: &[Option<Rows>]) -> Rows {
                let mut bound = vec![false; rule.variables];
                let start = vec![0; rule.variables];
                let (begin, rest) = match &rule.body[0] {
                    Literal::Atom { relation, negated: false, terms } => {
                        let (terms, none) = (terms.clone(), bound.clone());
                        bind_all(&terms, &mut bound);
                        let rows = all[*relation].as_ref().unwrap();
                        (rows.flat_map(move |found| unify(&start, &terms, found, &none)), &rule.body[1..])
                    }
                    _ => (all.last().unwrap().as_ref().unwrap().map(move |_| start.clone()), &rule.body[..]),
                };
                let rows = rest.iter().fold(begin, |rows, literal| join(&rows, &mut bound, all, literal));
                let head = rule.terms.clone();
                rows.map(move |row| head.iter().map(|term| value(term, row)).collect())
            }

            /// The facts and the derived rows of a relation, perhaps several times.
            pub fn relation(id: usize, facts: Rows, program: &Program, all: &[Option<Rows>]) -> Rows {
                let own = program.rules.iter().filter(|rule| rule.relation == id);
                own.fold(facts, |rows, one| rows.plus(&rule(one, all)))
            }
        }
    };
}
rules!(outer, RootCircuit);
rules!(nested, NestedCircuit);

fn reads(literals: &[Literal], found: &mut Vec<usize>) {
    for literal in literals {
        match literal {
            Literal::Atom { relation, .. } => found.push(*relation),
            Literal::Aggregate { body, .. } => reads(body, found),
            _ => {}
        }
    }
}

/// The strongly connected components in the order of evaluation, and whether each one is recursive.
fn components(program: &Program) -> Vec<(Vec<usize>, bool)> {
    let count = program.names.len();
    let mut needs = vec![vec![false; count]; count];
    for rule in &program.rules {
        let mut found = Vec::new();
        reads(&rule.body, &mut found);
        found.iter().for_each(|other| needs[rule.relation][*other] = true);
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
