//! Pairing on one node, step by step.

use raum_lobby::{
    Desk, DeskEffect, Entrant, FromPool, Notice, OFFER_MILLIS, Order, PairingId, Person, Pool,
    PoolEffect, PoolId, SEEK_MILLIS, Seek, SeekId, Terms, ToPool,
};
use raum_room::{ClockRule, Millis};
use raum_rules::Kind;

const POOL: PoolId = PoolId { node: 1, term: 1 };
const CHESS: Terms = Terms {
    kind: Kind::Chess,
    clock: None,
};

/// One node: its desk, its pool, and no messages that get lost.
struct Node {
    desk: Desk,
    pool: Pool,
    now: Millis,
    rooms: u32,
    /// What people heard, in order.
    heard: Vec<(u64, Notice)>,
}

impl Node {
    fn new() -> Self {
        let mut desk = Desk::new(1);
        desk.follow(POOL, 0);
        Self {
            desk,
            pool: Pool::default(),
            now: 0,
            rooms: 0,
            heard: Vec::new(),
        }
    }

    fn seek(&mut self, person: u64, terms: Terms) -> u64 {
        self.now += 1;
        let (number, effects) = self.desk.seek(Person(person), terms, false, self.now);
        self.perform(effects);
        number
    }

    fn accept(&mut self, number: u64) {
        let effects = self.desk.accept(number, entrant(number));
        self.perform(effects);
    }

    fn withdraw(&mut self, number: u64) {
        let effects = self.desk.withdraw(number);
        self.perform(effects);
    }

    fn pass(&mut self, millis: Millis) {
        let end = self.now + millis;
        while self.now < end {
            self.now = end.min(self.now + 1000);
            let effects = self.pool.wake(self.now);
            self.deliver(effects);
            let effects = self.desk.wake(self.now);
            self.perform(effects);
        }
    }

    fn perform(&mut self, effects: Vec<DeskEffect>) {
        for effect in effects {
            match effect {
                DeskEffect::Send(pool, message) => {
                    assert_eq!(pool, POOL);
                    let effects = self.pool.handle(message, self.now);
                    self.deliver(effects);
                }
                DeskEffect::Tell(number, notice) => self.heard.push((number, notice)),
            }
        }
    }

    fn deliver(&mut self, effects: Vec<PoolEffect>) {
        for effect in effects {
            match effect {
                PoolEffect::Tell(to, message) => {
                    let effects = self.desk.handle(POOL, to.number, message, self.now);
                    self.perform(effects);
                }
                PoolEffect::Open(pairing, _) => {
                    self.rooms += 1;
                    let room = format!("room {}", self.rooms);
                    let effects = self.pool.opened(pairing, Some(&room), self.now);
                    self.deliver(effects);
                }
            }
        }
    }

    /// What people heard since the last call. Times are those of the seek, and of the offer's end.
    fn heard(&mut self) -> Vec<(u64, Notice)> {
        std::mem::take(&mut self.heard)
    }
}

fn paired(room: u32) -> Notice {
    let room = format!("room {room}");
    Notice::Paired { room }
}

fn seek(id: SeekId, person: u64, since: Millis) -> Seek {
    Seek {
        id,
        person: Person(person),
        terms: CHESS,
        listed: false,
        since,
    }
}

fn entrant(number: u64) -> Entrant {
    Entrant {
        name: format!("Person {number}"),
        token_hash: format!("hash {number}"),
    }
}

/// The seeks that were offered an opponent.
fn offered(heard: &[(u64, Notice)]) -> Vec<u64> {
    let offers = heard.iter();
    let offers = offers.filter(|(_, notice)| matches!(notice, Notice::Offer { .. }));
    offers.map(|(number, _)| *number).collect()
}

#[test]
fn two_people_are_paired_when_both_are_there() {
    let mut node = Node::new();
    let [ann, ben] = [1, 2].map(|person| node.seek(person, CHESS));
    let until = node.now + OFFER_MILLIS;
    let offer = Notice::Offer { until };
    assert_eq!(node.heard(), [(ann, offer.clone()), (ben, offer)]);
    node.accept(ben);
    assert_eq!(node.heard(), []);
    node.accept(ann);
    assert_eq!(node.heard(), [(ann, paired(1)), (ben, paired(1))]);
    assert_eq!((node.desk.terms().len(), node.pool.count()), (0, 0));
    // Answers that come again change nothing.
    node.accept(ann);
    assert_eq!(node.heard(), []);
}

#[test]
fn the_longest_waiting_comes_first() {
    let mut node = Node::new();
    let space = Terms {
        kind: Kind::Space,
        clock: None,
    };
    let other = node.seek(1, space);
    let [ann, ben] = [2, 3].map(|person| node.seek(person, CHESS));
    node.accept(ann);
    node.accept(ben);
    assert_eq!(offered(&node.heard()), [ann, ben]);
    // Two wait again in their old places when their opponents are not there.
    let [cid, late, dora, tardy] = [4, 5, 6, 7].map(|person| node.seek(person, CHESS));
    assert_eq!(offered(&node.heard()), [cid, late, dora, tardy]);
    node.accept(cid);
    node.accept(dora);
    node.pass(OFFER_MILLIS);
    assert_eq!(offered(&node.heard()), [cid, dora]);
    let eve = node.seek(8, space);
    assert_eq!(offered(&node.heard()), [other, eve]);
}

#[test]
fn other_clocks_do_not_fit() {
    let mut node = Node::new();
    let blitz = Terms {
        clock: Some(ClockRule {
            initial_millis: 180_000,
            increment_millis: 2_000,
        }),
        ..CHESS
    };
    node.seek(1, CHESS);
    node.seek(2, blitz);
    node.pass(60_000);
    assert_eq!(node.heard(), []);
    assert_eq!(node.pool.count(), 2);
}

/// A browser with two tabs is one person, and is never paired with itself.
#[test]
fn a_second_seek_replaces_the_first() {
    let mut node = Node::new();
    let [first, second] = [1, 1].map(|person| node.seek(person, CHESS));
    assert_eq!(node.heard(), [(first, Notice::Replaced)]);
    assert_eq!((node.desk.terms().len(), node.pool.count()), (1, 1));
    let ben = node.seek(2, CHESS);
    assert_eq!(offered(&node.heard()), [second, ben]);
    // The opponent of a seek that is replaced waits again, and meets the new one.
    let third = node.seek(1, CHESS);
    let heard = node.heard();
    assert!(heard.contains(&(second, Notice::Replaced)));
    assert_eq!(offered(&heard), [ben, third]);
}

/// The tabs of a browser may be connected to two nodes, and their messages may come late.
#[test]
fn the_newest_seek_of_a_person_on_any_node_counts() {
    let mut pool = Pool::default();
    let [old, new] = [1, 2].map(|node| seek(SeekId { node, number: 1 }, 7, node));
    let tell = |seek: Seek, message| vec![PoolEffect::Tell(seek.id, message)];
    assert_eq!(pool.handle(ToPool::Announce(old), 0), []);
    let effects = pool.handle(ToPool::Announce(new), 0);
    assert_eq!(effects, tell(old, FromPool::Replaced));
    // The desk of the old one has not heard of it, and announces it again.
    let effects = pool.handle(ToPool::Announce(old), 0);
    assert_eq!(effects, tell(old, FromPool::Replaced));
    assert_eq!(pool.count(), 1);
    let ben = seek(SeekId { node: 1, number: 2 }, 8, 3);
    let offer = FromPool::Offer(PairingId(1));
    let offers = [new, ben].map(|seek| PoolEffect::Tell(seek.id, offer.clone()));
    assert_eq!(pool.handle(ToPool::Announce(ben), 0), offers);
}

/// A person who seeks again while their room is being opened is not paired with themselves when that fails.
#[test]
fn a_seek_that_was_replaced_too_late_does_not_wait_again() {
    let mut pool = Pool::default();
    let [ann, ben] = [1, 2].map(|number| seek(SeekId { node: 1, number }, number, number));
    for each in [ann, ben] {
        pool.handle(ToPool::Announce(each), 0);
    }
    for each in [ann, ben] {
        let accept = ToPool::Accept(each.id, PairingId(1), entrant(each.id.number));
        pool.handle(accept, 0);
    }
    let again = seek(SeekId { node: 2, number: 1 }, 1, 9);
    pool.handle(ToPool::Announce(again), 0);
    let offers = pool.opened(PairingId(1), None, 0);
    let offer = FromPool::Offer(PairingId(2));
    let told = |effects: &[PoolEffect], seek: Seek| {
        effects.contains(&PoolEffect::Tell(seek.id, offer.clone()))
    };
    assert!(told(&offers, ben) && told(&offers, again), "{offers:?}");
    assert!(!told(&offers, ann));
}

#[test]
fn a_person_who_does_not_answer_is_out_and_the_other_keeps_the_place() {
    let mut node = Node::new();
    let [ann, ben] = [1, 2].map(|person| node.seek(person, CHESS));
    node.accept(ann);
    let cid = node.seek(3, CHESS);
    node.heard();
    node.pass(OFFER_MILLIS);
    let heard = node.heard();
    assert!(heard.contains(&(ben, Notice::Dropped)));
    assert!(heard.contains(&(ann, Notice::Waiting { since: 1 })));
    // The one who was there is offered again, to the one who came meanwhile, and comes first.
    assert_eq!(offered(&heard), [ann, cid]);
    node.accept(cid);
    node.accept(ann);
    assert!(node.heard().contains(&(ann, paired(1))));
    assert!(!node.desk.has(ben));
}

#[test]
fn a_person_who_leaves_returns_the_other_at_once() {
    let mut node = Node::new();
    let [ann, ben] = [1, 2].map(|person| node.seek(person, CHESS));
    node.heard();
    node.withdraw(ann);
    assert_eq!(node.heard(), [(ben, Notice::Waiting { since: 2 })]);
    let cid = node.seek(3, CHESS);
    assert_eq!(offered(&node.heard()), [ben, cid]);
}

#[test]
fn without_a_room_both_wait_and_meet_again() {
    let mut pool = Pool::default();
    let seeks = [1, 2].map(|number| seek(SeekId { node: 1, number }, number, number));
    for seek in seeks {
        pool.handle(ToPool::Announce(seek), 0);
    }
    let pairing = PairingId(1);
    let accept = |seek: Seek| ToPool::Accept(seek.id, pairing, entrant(seek.id.number));
    pool.handle(accept(seeks[1]), 0);
    let effects = pool.handle(accept(seeks[0]), 0);
    let order = Order {
        terms: CHESS,
        listed: false,
        entrants: [1, 2].map(entrant),
    };
    assert_eq!(effects, [PoolEffect::Open(pairing, order)]);
    let is_kept = true;
    let void = FromPool::Void { pairing, is_kept };
    assert_eq!(
        pool.opened(pairing, None, 0),
        seeks.map(|seek| PoolEffect::Tell(seek.id, void.clone()))
    );
    let offer = FromPool::Offer(PairingId(2));
    assert_eq!(
        pool.handle(ToPool::Announce(seeks[1]), 5000),
        seeks.map(|seek| PoolEffect::Tell(seek.id, offer.clone()))
    );
}

#[test]
fn seeks_of_a_silent_desk_expire() {
    let mut node = Node::new();
    node.seek(1, CHESS);
    node.pass(10 * SEEK_MILLIS);
    assert_eq!(node.pool.count(), 1, "it is announced again and again");
    node.now += SEEK_MILLIS;
    node.pool.wake(node.now);
    assert_eq!(node.pool.count(), 0);
    // Its desk was only stopped for a while.
    node.pass(6000);
    assert_eq!(node.pool.count(), 1);
}

#[test]
fn another_pool_voids_what_the_one_before_offered() {
    let mut node = Node::new();
    let [ann, ben] = [1, 2].map(|person| node.seek(person, CHESS));
    for number in [ann, ben] {
        node.desk.accept(number, entrant(number));
    }
    let next = PoolId { node: 2, term: 1 };
    let effects = node.desk.follow(next, node.now);
    let announced = effects.iter().filter(
        |effect| matches!(effect, DeskEffect::Send(pool, ToPool::Announce(_)) if *pool == next),
    );
    assert_eq!(announced.count(), 2);
    let late = FromPool::Paired {
        pairing: PairingId(1),
        room: "late".to_owned(),
    };
    assert_eq!(node.desk.handle(POOL, ann, late.clone(), node.now), []);
    assert_eq!(node.desk.handle(next, ann, late.clone(), node.now), []);
    // The next pool counts its pairings from the start, too.
    let offer = FromPool::Offer(PairingId(1));
    node.desk.handle(next, ann, offer, node.now);
    node.desk.accept(ann, entrant(ann));
    assert_eq!(node.desk.handle(POOL, ann, late, node.now), []);
    assert!(node.desk.has(ann) && node.desk.has(ben));
}

#[test]
fn an_offer_and_an_answer_that_are_lost_are_sent_again() {
    let mut node = Node::new();
    let ann = node.seek(1, CHESS);
    // The pool hears of another person, but neither desk hears of the offer.
    let id = SeekId { node: 2, number: 1 };
    let ben = seek(id, 2, 9);
    let lost = node.pool.handle(ToPool::Announce(ben), node.now);
    assert_eq!(lost.len(), 2);
    let told: Vec<_> = node.pool.wake(1000);
    assert_eq!(told, lost);
    // The answer is lost, and asked for again.
    let offer = FromPool::Offer(PairingId(1));
    let heard = node.desk.handle(POOL, ann, offer.clone(), 1000);
    let until = 1000 + OFFER_MILLIS;
    assert_eq!(heard, [DeskEffect::Tell(ann, Notice::Offer { until })]);
    let lost = node.desk.accept(ann, entrant(ann));
    assert_eq!(node.desk.handle(POOL, ann, offer, 2000), lost);
    assert_eq!(lost.len(), 1);
}

/// Strangers find a game only if both of its players want them to.
#[test]
fn a_paired_game_is_listed_if_both_say_so() {
    for (wishes, listed) in [
        ([true, true], true),
        ([true, false], false),
        ([false, true], false),
    ] {
        let mut pool = Pool::default();
        let mut opened = Vec::new();
        for (number, wish) in (1..).zip(wishes) {
            let listed = wish;
            let seek = Seek {
                listed,
                ..seek(SeekId { node: 1, number }, number, number)
            };
            pool.handle(ToPool::Announce(seek), 0);
        }
        for number in [1, 2] {
            let id = SeekId { node: 1, number };
            opened = pool.handle(ToPool::Accept(id, PairingId(1), entrant(number)), 0);
        }
        let [PoolEffect::Open(_, order)] = &opened[..] else {
            panic!("{opened:?}");
        };
        assert_eq!(order.listed, listed, "{wishes:?}");
    }
}
