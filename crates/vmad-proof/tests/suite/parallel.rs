//! Work on several threads.

use std::{
    num::NonZero,
    sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    },
};

use vmad_proof::parallel::each;

const JOBS: NonZero<usize> = NonZero::<usize>::MIN.saturating_add(2);

#[test]
fn three_work_at_a_time_and_results_come_in_order() {
    // Nobody passes before three are there.
    let (together, under_way, most) = (Barrier::new(3), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |item: &u32| {
        most.fetch_max(under_way.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        together.wait();
        under_way.fetch_sub(1, Ordering::SeqCst);
        item * 2
    };
    let items: Vec<u32> = (0..30).collect();
    let mut received = Vec::new();
    let done = |item: &u32, double, _| {
        received.push((*item, double));
        Ok::<_, ()>(())
    };
    assert!(each(JOBS, &items, work, done).is_ok());
    assert_eq!(received, (0..30).map(|item| (item, item * 2)).collect::<Vec<_>>());
    assert_eq!(most.into_inner(), 3);
}

#[test]
fn an_error_ends_it() {
    let items = [0, 1, 2, 3, 4, 5];
    let begun = AtomicUsize::new(0);
    let work = |item: &u32| {
        begun.fetch_add(1, Ordering::SeqCst);
        *item
    };
    let mut received = 0;
    let refused = each(JOBS, &items, work, |item, _, _| {
        received += 1;
        if *item == 3 { Err("three") } else { Ok(()) }
    });
    assert_eq!((refused, received), (Err("three"), 4));
    assert!(begun.into_inner() >= 4);
}
