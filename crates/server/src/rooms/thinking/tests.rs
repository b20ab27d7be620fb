use std::{net::IpAddr, path::Path};

use raum_engine::{Act, Level, Limits, Opponent, Situation};
use raum_room::{AnyMove, ClockRule, Context, Entry, Event, HostCommand, HouseRules, Millis, Room};
use raum_rules::{Game, Kind, Side};

use super::*;
use crate::net::Address;

/// What a computer of this level thinks about at the start of a game, in which it has the first move.
fn thought(kind: Kind, level: u8, clock: Option<Millis>) -> Box<Thought> {
    let rules = HouseRules {
        opener: Some(Side::Second),
        clock: clock.map(|initial_millis| ClockRule {
            initial_millis,
            increment_millis: 0,
        }),
        ..HouseRules::native(kind)
    };
    let opening = Room::open(kind, rules, &kind.start(), []);
    let mut seq = 0;
    let mut entry = |event: Event| {
        seq += 1;
        Entry {
            seq,
            at: 1,
            format: event.format(),
            answers: None,
            event,
            private: None,
        }
    };
    let mut room = Room::begin(&entry(opening.into())).unwrap();
    let context = Context {
        now: 1,
        chance: 7,
        key_shown: false,
        away_since: [None; 2],
        can_go_back: true,
    };
    let computer = HostCommand::SeatMachine {
        level,
        side: None,
        instant: true,
    };
    for event in room.decide_for_host(computer, &context).unwrap() {
        room.apply(&entry(event));
    }
    let sit = Command::TakeSeat {
        name: "Ann".to_owned(),
        side: None,
    };
    let events = room.decide(raum_room::By::Guest, &sit, &context).unwrap();
    for event in events {
        room.apply(&entry(event));
    }
    Box::new(room.thought(1).unwrap())
}

fn address(last: u8) -> Address {
    IpAddr::from([192, 0, 2, last]).into()
}

/// A pool whose threads have not started.
fn pool() -> Arc<Pool> {
    Arc::new(Pool {
        threads_max: 0,
        state: Mutex::new(State {
            waiting: Turns::new(usize::MAX),
            waiting_count: 0,
            threads: 1,
            idle: 0,
            is_closed: false,
        }),
        changed: Condvar::new(),
        speed: Speed::default(),
    })
}

fn add(pool: &Arc<Pool>, owner: Owner, level: u8) -> oneshot::Receiver<Vec<Command>> {
    let (answer, receiver) = oneshot::channel();
    let job = Job {
        thought: thought(Kind::TicTacToe, level, None),
        since: Instant::now(),
        hurry: Arc::default(),
        answer,
        _waiting: meters::thoughts_waiting(1),
    };
    pool.add(owner, job);
    receiver
}

#[test]
fn addresses_take_turns_and_a_queue_shortens_thoughts() {
    let pool = pool();
    let answers = [(1, 1), (1, 2), (1, 3), (2, 1)]
        .map(|(last, level)| add(&pool, Some(address(last)), level));
    let next = || {
        let (job, nodes) = pool.next(true).unwrap();
        (job.thought.machine.level, nodes)
    };
    let (levels, nodes): (Vec<_>, Vec<_>) = (0..4).map(|_| next()).unzip();
    assert_eq!(
        levels,
        [1, 1, 2, 3],
        "the second address waits for one thought"
    );
    assert!(nodes.is_sorted() && nodes[0] < nodes[3], "{nodes:?}");
    assert_eq!(nodes[3], u64::MAX);
    drop(answers);
}

/// One address with many rooms gets short thoughts, and the others get as many nodes as without it.
#[test]
fn the_rooms_of_one_address_shorten_only_its_own_thoughts() {
    let pool = pool();
    let flood: Vec<_> = (0..1_000)
        .map(|_| add(&pool, Some(address(1)), 1))
        .collect();
    let honest = add(&pool, Some(address(2)), 3);
    let next = || {
        let (job, nodes) = pool.next(true).unwrap();
        (job.thought.machine.level, nodes)
    };
    assert_eq!(next(), (1, budget::NODES_MIN));
    assert_eq!(next(), (3, pool.speed.nodes(1, 1)));
    drop((flood, honest));
}

#[tokio::test]
async fn a_computer_does_what_its_level_does() {
    let thinking = Thinking::new(2).unwrap();
    let clock = NodeClock::new();
    for kind in Kind::ALL {
        let thought = thought(*kind, 3, None);
        let machine = thought.machine;
        let level = Level::new(*kind, 3).unwrap();
        let situation = Situation {
            record: &thought.record,
            side: Side::First,
            draw_offered: false,
            last_offer: None,
        };
        let mut opponent = Opponent::new(level, machine.seed, thought.number);
        let stop = AtomicBool::new(false);
        let acts = opponent.act(&situation, &Limits::default(), &stop, &mut |_| true);
        let [Act::Play(mv)] = acts[..] else {
            panic!("{acts:?}");
        };
        let mut pending = thinking.begin(Some(address(1)), thought, &clock).unwrap();
        let mv = AnyMove::Known(*kind, mv);
        assert_eq!(
            pending.answer().await,
            Some(vec![Command::Play { mv, ply: 0 }])
        );
    }
}

/// The clock is up before the search has a chance: there is a legal move all the same.
#[tokio::test]
async fn a_thought_ends_before_the_flag_falls() {
    let thinking = Thinking::new(1).unwrap();
    let mut hurried = thought(Kind::Space, 8, Some(1));
    let legal = hurried.record.game().legal();
    let clock = NodeClock::new();
    hurried.not_before = clock.now();
    let mut pending = thinking.begin(None, hurried, &clock).unwrap();
    let answer = pending.answer().await.unwrap();
    let [
        Command::Play {
            mv: AnyMove::Known(_, mv),
            ply: 0,
        },
    ] = &answer[..]
    else {
        panic!("{answer:?}");
    };
    assert!(legal.contains(mv));
}

#[tokio::test]
async fn a_thought_that_nothing_waits_for_is_skipped() {
    let pool = pool();
    let unwanted = add(&pool, Some(address(1)), 1);
    drop(unwanted);
    let wanted = add(&pool, Some(address(1)), 2);
    let worker = std::thread::spawn({
        let pool = pool.clone();
        move || thread::run(&pool, true)
    });
    assert!(wanted.await.is_ok());
    lock(&pool.state).is_closed = true;
    pool.changed.notify_all();
    worker.join().unwrap();
    assert_eq!(lock(&pool.state).waiting_count, 0);
}

#[test]
fn the_room_and_the_engine_agree_on_levels() {
    for kind in Kind::ALL {
        let levels = usize::from(raum_room::Machine::levels(*kind));
        assert_eq!(Level::all(*kind).count(), levels, "{kind}");
    }
}

/// Dropping the thought sets the flag that ends its search.
#[tokio::test]
async fn dropping_a_thought_ends_its_search() {
    let (_sender, answer) = oneshot::channel();
    let pending = Pending::new(&thought(Kind::Chess, 8, None), answer, &NodeClock::new());
    let hurry = pending.hurry();
    assert!(!hurry.load(std::sync::atomic::Ordering::Relaxed));
    drop(pending);
    assert!(hurry.load(std::sync::atomic::Ordering::Relaxed));
}

#[tokio::test]
async fn the_pause_is_observed() {
    let thinking = Thinking::new(1).unwrap();
    let clock = NodeClock::new();
    let mut slow = thought(Kind::TicTacToe, 1, None);
    slow.not_before = clock.now() + 50;
    let until = slow.not_before;
    let mut pending = thinking.begin(None, slow, &clock).unwrap();
    pending.answer().await.unwrap();
    assert!(clock.now() >= until);
}

#[test]
fn without_threads_there_are_no_computers() {
    let thinking = Thinking::new(0).unwrap();
    assert!(!thinking.is_on());
    let pending = thinking.begin(None, thought(Kind::Chess, 1, None), &NodeClock::new());
    assert!(pending.is_none());
    assert!(Thinking::threads_by_default() > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn threads_have_the_lowest_priority() {
    let thinking = Thinking::new(1).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut pending = thinking
            .begin(None, thought(Kind::TicTacToe, 1, None), &NodeClock::new())
            .unwrap();
        pending.answer().await.unwrap();
    });
    let tasks = Path::new("/proc/self/task").read_dir().unwrap();
    let nices: Vec<_> = tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("stat")).ok())
        .filter(|stat| stat.contains("(thinking)"))
        // The nineteenth field; the second one, the name, contains no space here.
        .map(|stat| stat.split(' ').nth(18).unwrap().to_owned())
        .collect();
    assert!(nices.contains(&"19".to_owned()), "{nices:?}");
}
