//! Pairing on one node, step by step.

use raum_lobby::{
    Desk, DeskEffect, FromPool, Notice, OFFER_MILLIS, PairingId, Person, Pool, PoolEffect, PoolId,
    SEEK_MILLIS, SeekId, Terms, ToPool,
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
        let (number, effects) = self.desk.seek(Person(person), terms, self.now);
        self.perform(effects);
        number
    }

    fn accept(&mut self, number: u64) {
        let effects = self.desk.accept(number);
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

    /// What people heard since the last call.
    fn heard(&mut self) -> Vec<(u64, Notice)> {
        std::mem::take(&mut self.heard)
    }
}

fn paired(room: u32, is_first: bool) -> Notice {
    let room = format!("room {room}");
    Notice::Paired { room, is_first }
}

#[test]
fn two_people_are_paired_when_both_are_there() {
    let mut node = Node::new();
    let [ann, ben] = [1, 2].map(|person| node.seek(person, CHESS));
    assert_eq!(node.heard(), [(ann, Notice::Offer), (ben, Notice::Offer)]);
    node.accept(ben);
    assert_eq!(node.heard(), []);
    node.accept(ann);
    assert_eq!(
        node.heard(),
        [(ann, paired(1, true)), (ben, paired(1, false))]
    );
    assert_eq!((node.desk.count(), node.pool.count()), (0, 0));
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
    let [ann, tab] = [node.seek(1, CHESS), node.seek(1, CHESS)];
    let other = node.seek(2, space);
    assert_eq!(node.heard(), []);
    let ben = node.seek(3, CHESS);
    assert_eq!(node.heard(), [(ann, Notice::Offer), (ben, Notice::Offer)]);
    let cid = node.seek(4, CHESS);
    assert_eq!(node.heard(), [(tab, Notice::Offer), (cid, Notice::Offer)]);
    let dora = node.seek(5, space);
    assert_eq!(
        node.heard(),
        [(other, Notice::Offer), (dora, Notice::Offer)]
    );
}

#[test]
fn other_clocks_and_the_own_tabs_do_not_fit() {
    let mut node = Node::new();
    let blitz = Terms {
        clock: Some(ClockRule {
            initial_millis: 180_000,
            increment_millis: 2_000,
        }),
        ..CHESS
    };
    node.seek(1, CHESS);
    node.seek(1, CHESS);
    node.seek(2, blitz);
    node.pass(60_000);
    assert_eq!(node.heard(), []);
    assert_eq!(node.pool.count(), 3);
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
    assert!(heard.contains(&(ann, Notice::Waiting)));
    // The one who was there is offered again, to the one who came meanwhile, and comes first.
    assert!(heard.contains(&(ann, Notice::Offer)) && heard.contains(&(cid, Notice::Offer)));
    node.accept(cid);
    node.accept(ann);
    assert!(node.heard().contains(&(ann, paired(1, true))));
    assert!(!node.desk.has(ben));
}

#[test]
fn a_person_who_leaves_returns_the_other_at_once() {
    let mut node = Node::new();
    let [ann, ben] = [1, 2].map(|person| node.seek(person, CHESS));
    node.heard();
    node.withdraw(ann);
    assert_eq!(node.heard(), [(ben, Notice::Waiting)]);
    let cid = node.seek(3, CHESS);
    assert_eq!(node.heard(), [(ben, Notice::Offer), (cid, Notice::Offer)]);
}

#[test]
fn without_a_room_both_wait_and_meet_again() {
    let mut pool = Pool::default();
    let seeks = [1, 2].map(|number| {
        let id = SeekId { node: 1, number };
        raum_lobby::Seek {
            id,
            person: Person(number),
            terms: CHESS,
            since: number,
        }
    });
    for seek in seeks {
        pool.handle(ToPool::Announce(seek), 0);
    }
    let pairing = PairingId(1);
    pool.handle(ToPool::Accept(seeks[0].id, pairing), 0);
    let effects = pool.handle(ToPool::Accept(seeks[1].id, pairing), 0);
    assert_eq!(effects, [PoolEffect::Open(pairing, CHESS)]);
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
        node.desk.accept(number);
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
        is_first: true,
    };
    assert_eq!(node.desk.handle(POOL, ann, late.clone(), node.now), []);
    assert_eq!(node.desk.handle(next, ann, late.clone(), node.now), []);
    // The next pool counts its pairings from the start, too.
    let offer = FromPool::Offer(PairingId(1));
    node.desk.handle(next, ann, offer, node.now);
    node.desk.accept(ann);
    assert_eq!(node.desk.handle(POOL, ann, late, node.now), []);
    assert!(node.desk.has(ann) && node.desk.has(ben));
}

#[test]
fn an_offer_and_an_answer_that_are_lost_are_sent_again() {
    let mut node = Node::new();
    let ann = node.seek(1, CHESS);
    // The pool hears of another person, but neither desk hears of the offer.
    let id = SeekId { node: 2, number: 1 };
    let ben = raum_lobby::Seek {
        id,
        person: Person(2),
        terms: CHESS,
        since: 9,
    };
    let lost = node.pool.handle(ToPool::Announce(ben), node.now);
    assert_eq!(lost.len(), 2);
    let told: Vec<_> = node.pool.wake(1000);
    assert_eq!(told, lost);
    // The answer is lost, and asked for again.
    let offer = FromPool::Offer(PairingId(1));
    let heard = node.desk.handle(POOL, ann, offer.clone(), 1000);
    assert_eq!(heard, [DeskEffect::Tell(ann, Notice::Offer)]);
    let lost = node.desk.accept(ann);
    assert_eq!(node.desk.handle(POOL, ann, offer, 2000), lost);
    assert_eq!(lost.len(), 1);
}
