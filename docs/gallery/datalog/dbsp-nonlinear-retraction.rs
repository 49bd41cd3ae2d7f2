// dbsp = "0.349.0". Prints the changes of the paths after each change of the edges. Wrong: the last line has -(2, 1) only.
use dbsp::{utils::Tup2, OrdZSet, Runtime, Stream};
fn main() {
    for linear in [true, false] {
        let (mut circuit, (edges, paths)) = Runtime::init_circuit(1, move |circuit| {
            let (edges, handle) = circuit.add_input_zset::<Tup2<u64, u64>>();
            let paths = circuit.recursive(|child, paths: Stream<_, OrdZSet<Tup2<u64, u64>>>| {
                let edges = edges.delta0(child);
                let right = if linear { edges.clone() } else { paths.clone() };
                let by_end = paths.map_index(|Tup2(x, y)| (*y, *x));
                let by_start = right.map_index(|Tup2(x, y)| (*x, *y));
                Ok(edges.plus(&by_end.join(&by_start, |_, from, to| Tup2(*from, *to))))
            })?;
            Ok((handle, paths.accumulate_output()))
        })
        .unwrap();
        for change in [vec![(1, 2, 1), (2, 1, 1)], vec![(2, 1, -1)]] {
            for (from, to, weight) in change {
                edges.push(Tup2(from, to), weight);
            }
            circuit.transaction().unwrap();
            println!("linear {linear}: {:?}", paths.concat().consolidate());
        }
    }
}
