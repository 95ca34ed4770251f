//! Criterion's statistics of both sides of every pair: `cargo bench -p vmad-bench -- FILTER`.

use criterion::{BenchmarkId, Criterion, Throughput};
use vmad_bench::{Side, pairs};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for pair in pairs::all() {
        let sides = match pair.build() {
            Ok(sides) => sides,
            Err(error) => {
                eprintln!("not measured: {}: {error:#}", pair.full_name());
                continue;
            }
        };
        let mut group = criterion.benchmark_group(pair.full_name());
        for (role, mut side) in [("subject", sides.subject), ("peer", sides.peer)] {
            let Side { name, units, .. } = side;
            group.throughput(Throughput::Elements(units.into()));
            group.bench_function(BenchmarkId::new(role, name), |bencher| bencher.iter(|| side.run()));
        }
        group.finish();
    }
    criterion.final_summary();
}
