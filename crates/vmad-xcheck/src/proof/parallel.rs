//! Several questions at a time, their answers in order.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use super::solver::SolverError;

/// `work` of each item, `jobs` at a time; `done` of each in order, with how long it took.
///
/// # Errors
/// One of `work`, or that of `done`: nothing more is begun.
pub fn each<T: Sync, R: Send, E: From<SolverError>>(
    jobs: NonZero<usize>,
    items: &[T],
    work: impl Fn(&T) -> Result<R, SolverError> + Sync,
    mut done: impl FnMut(&T, R, Duration) -> Result<(), E>,
) -> Result<(), E> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.get().min(items.len()) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let start = Instant::now();
                    let result = work(item);
                    if sender.send((at, result, start.elapsed())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // What was done before its turn.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        let mut hear = || {
            for (at, result, time) in &receiver {
                early.insert(at, (result?, time));
                while let Some((result, time)) = early.remove(&turn) {
                    done(&items[turn], result, time)?;
                    turn += 1;
                }
            }
            Ok(())
        };
        let heard = hear();
        stop.store(true, Ordering::Relaxed);
        heard
    })
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    const JOBS: NonZero<usize> = NonZero::<usize>::MIN.saturating_add(2);

    #[test]
    fn so_many_at_a_time_and_in_order() {
        // Nobody passes before three are there.
        let (together, under_way, most) = (Barrier::new(3), AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |item: &u32| {
            most.fetch_max(under_way.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            together.wait();
            under_way.fetch_sub(1, Ordering::SeqCst);
            Ok(item * 2)
        };
        let items: Vec<u32> = (0..30).collect();
        let mut heard = Vec::new();
        let done = |item: &u32, double, _| {
            heard.push((*item, double));
            Ok::<_, SolverError>(())
        };
        assert!(each(JOBS, &items, work, done).is_ok());
        assert_eq!(heard, (0..30).map(|item| (item, item * 2)).collect::<Vec<_>>());
        assert_eq!(most.into_inner(), 3);
    }

    #[test]
    fn an_error_ends_it() {
        let missing = || SolverError::Missing { looked_for: "z3".to_owned() };
        let begun = AtomicUsize::new(0);
        let work = |item: &u32| {
            begun.fetch_add(1, Ordering::SeqCst);
            if *item == 3 { Err(missing()) } else { Ok(()) }
        };
        let items = [0, 1, 2, 3, 4, 5];
        let one = NonZero::<usize>::MIN;
        let refused = each(one, &items, work, |_, (), _| Ok::<_, SolverError>(()));
        assert!(matches!(refused, Err(SolverError::Missing { .. })));
        let mut heard = 0;
        let refused = each(
            JOBS,
            &items,
            |_| Ok(()),
            |_, (), _| {
                heard += 1;
                Err(missing())
            },
        );
        assert!(matches!(refused, Err(SolverError::Missing { .. })) && heard == 1);
        assert!(begun.into_inner() >= 4);
    }
}
