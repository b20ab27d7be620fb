//! Thousands of people come, wait, answer or not, and leave, on three nodes whose messages are late or lost, and who do not
//! always agree on which of them has the pool.

use std::collections::{BTreeMap, HashMap, HashSet};

use fastrand::Rng;
use raum_lobby::{
    Desk, DeskEffect, Entrant, FromPool, Notice, Person, Pool, PoolEffect, PoolId, SeekId, Terms,
    ToPool,
};
use raum_room::Millis;
use raum_rules::Kind;

const STEP_MILLIS: Millis = 250;

/// A person with one seek.
struct Seeker {
    person: u64,
    terms: Terms,
    /// Whether they answer offers.
    is_there: bool,
}

struct Node {
    desk: Desk,
    seekers: BTreeMap<u64, Seeker>,
    /// The people who have lost their connection after they accepted.
    gone: BTreeMap<u64, Seeker>,
    /// The pool, while this node believes that it is in charge.
    pool: Option<(PoolId, Pool)>,
    terms: u64,
}

enum Mail {
    Pool(PoolId, ToPool),
    Desk(PoolId, SeekId, FromPool),
}

struct World {
    rng: Rng,
    now: Millis,
    nodes: Vec<Option<Node>>,
    /// Messages on their way, by arrival.
    mail: BTreeMap<(Millis, u64), Mail>,
    sent: u64,
    loss: f64,
    delay: Millis,
    rooms: u32,
    /// The people in each room.
    players: HashMap<String, Vec<u64>>,
    /// The people who were ready for each room, as the pool knows them.
    entrants: HashMap<String, [String; 2]>,
    games: usize,
}

impl World {
    fn new(seed: u64, nodes: u64) -> Self {
        let mut world = Self {
            rng: Rng::with_seed(seed),
            now: 0,
            nodes: Vec::new(),
            mail: BTreeMap::new(),
            sent: 0,
            loss: 0.0,
            delay: 20,
            rooms: 0,
            players: HashMap::new(),
            entrants: HashMap::new(),
            games: 0,
        };
        for index in 0..nodes {
            world.nodes.push(Some(Node {
                desk: Desk::new(index),
                seekers: BTreeMap::new(),
                gone: BTreeMap::new(),
                pool: None,
                terms: 0,
            }));
        }
        world.lead(0);
        world
    }

    fn live(&self) -> Vec<usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter_map(|(index, node)| node.as_ref().map(|_| index))
            .collect()
    }

    fn send(&mut self, mail: Mail) {
        if self.rng.f64() < self.loss {
            return;
        }
        self.sent += 1;
        let arrival = self.now + self.rng.u64(0..=self.delay);
        self.mail.insert((arrival, self.sent), mail);
    }

    /// A node takes the pool over. The others hear of it one by one; the node before may go on for a while.
    fn lead(&mut self, index: usize) {
        let Some(node) = &mut self.nodes[index] else {
            return;
        };
        node.terms += 1;
        let id = PoolId {
            node: index as u64,
            term: node.terms,
        };
        node.pool = Some((id, Pool::default()));
        for each in self.live() {
            if self.loss == 0.0 || self.rng.bool() || each == index {
                self.follow(each, id);
            }
        }
    }

    fn follow(&mut self, index: usize, pool: PoolId) {
        let now = self.now;
        if let Some(node) = &mut self.nodes[index] {
            let effects = node.desk.follow(pool, now);
            self.perform(index, effects);
        }
    }

    fn come(&mut self, index: usize, person: u64, terms: Terms, is_there: bool) {
        let now = self.now;
        if let Some(node) = &mut self.nodes[index] {
            let (number, effects) = node.desk.seek(Person(person), terms, false, now);
            let seeker = Seeker {
                person,
                terms,
                is_there,
            };
            // Before the effects, which may be about the person's seek before.
            node.seekers.insert(number, seeker);
            self.perform(index, effects);
        }
    }

    fn disconnect(&mut self, index: usize, number: u64) {
        let Some(node) = &mut self.nodes[index] else {
            return;
        };
        let effects = node.desk.disconnect(number);
        let is_over = !node.desk.has(number);
        let Some(seeker) = node.seekers.remove(&number) else {
            return;
        };
        let (person, terms, is_there) = (seeker.person, seeker.terms, seeker.is_there);
        if is_over {
            self.perform(index, effects);
            self.come(index, person, terms, is_there);
        } else {
            node.gone.insert(number, seeker);
            self.perform(index, effects);
        }
    }

    fn perform(&mut self, index: usize, effects: Vec<DeskEffect>) {
        for effect in effects {
            match effect {
                DeskEffect::Send(pool, message) => self.send(Mail::Pool(pool, message)),
                DeskEffect::Tell(number, notice) => self.hear(index, number, notice),
            }
        }
    }

    fn hear(&mut self, index: usize, number: u64, notice: Notice) {
        let Some(node) = &mut self.nodes[index] else {
            return;
        };
        match notice {
            Notice::Offer { .. } => {
                if let Some(seeker) = node.seekers.get(&number)
                    && seeker.is_there
                {
                    let entrant = Entrant {
                        name: seeker.person.to_string(),
                        token_hash: String::new(),
                    };
                    let effects = node.desk.accept(number, entrant);
                    self.perform(index, effects);
                }
            }
            Notice::Replaced => {
                assert!(!node.desk.has(number));
                let replaced = node.seekers.remove(&number);
                replaced
                    .or_else(|| node.gone.remove(&number))
                    .expect("a seek is replaced once");
            }
            Notice::Waiting { .. } => {
                assert!(node.desk.has(number) && node.seekers.contains_key(&number));
            }
            Notice::Dropped => {
                assert!(!node.desk.has(number));
                let dropped = node.seekers.remove(&number);
                dropped
                    .or_else(|| node.gone.remove(&number))
                    .expect("a person is dropped once");
            }
            Notice::Paired { room } => {
                assert!(!node.desk.has(number));
                // Nobody is paired twice.
                let seeker = node.seekers.remove(&number);
                let seeker = seeker
                    .or_else(|| node.gone.remove(&number))
                    .expect("a person is paired once");
                let players = self.players.entry(room).or_default();
                players.push(seeker.person);
                self.games += usize::from(players.len() == 2);
            }
        }
    }

    fn tell(&mut self, pool: PoolId, effects: Vec<PoolEffect>) {
        for effect in effects {
            match effect {
                PoolEffect::Tell(to, message) => self.send(Mail::Desk(pool, to, message)),
                PoolEffect::Open(pairing, order) => {
                    self.rooms += 1;
                    // Now and then the journal fails.
                    let room = format!("room {}", self.rooms);
                    let is_open = self.rng.f64() >= self.loss;
                    let entrants = order.entrants.map(|entrant| entrant.name);
                    self.entrants.insert(room.clone(), entrants);
                    let now = self.now;
                    let index = usize::try_from(pool.node).unwrap();
                    let Some(Node {
                        pool: Some((_, own)),
                        ..
                    }) = &mut self.nodes[index]
                    else {
                        continue;
                    };
                    let effects = own.opened(pairing, is_open.then_some(&*room), now);
                    self.tell(pool, effects);
                }
            }
        }
    }

    fn deliver(&mut self, mail: Mail) {
        let now = self.now;
        match mail {
            Mail::Pool(id, message) => {
                let index = usize::try_from(id.node).unwrap();
                if let Some(Node {
                    pool: Some((own, pool)),
                    ..
                }) = &mut self.nodes[index]
                    && *own == id
                {
                    let effects = pool.handle(message, now);
                    self.tell(id, effects);
                }
            }
            Mail::Desk(id, to, message) => {
                let index = usize::try_from(to.node).unwrap();
                if let Some(node) = &mut self.nodes[index] {
                    let effects = node.desk.handle(id, to.number, message, now);
                    self.perform(index, effects);
                }
            }
        }
    }

    fn step(&mut self) {
        self.now += STEP_MILLIS;
        while let Some(entry) = self.mail.first_entry()
            && entry.key().0 <= self.now
        {
            let mail = entry.remove();
            self.deliver(mail);
        }
        if self.now.is_multiple_of(1000) {
            let now = self.now;
            for index in self.live() {
                let Some(node) = &mut self.nodes[index] else {
                    continue;
                };
                let effects = node.desk.wake(now);
                let told = node.pool.as_mut().map(|(id, pool)| (*id, pool.wake(now)));
                self.perform(index, effects);
                if let Some((id, effects)) = told {
                    self.tell(id, effects);
                }
            }
        }
    }

    /// A node ends; its people come back through another one.
    fn kill(&mut self, index: usize) {
        let Some(node) = self.nodes[index].take() else {
            return;
        };
        let had_pool = node.pool.is_some();
        let live = self.live();
        for seeker in node.seekers.into_values() {
            let to = live[self.rng.usize(..live.len())];
            self.come(to, seeker.person, seeker.terms, seeker.is_there);
        }
        if had_pool {
            let next = live[self.rng.usize(..live.len())];
            self.lead(next);
        }
    }

    /// Everything works from now on, and all agree on one pool.
    fn calm(&mut self) {
        self.loss = 0.0;
        let last = *self.live().last().expect("a node is alive");
        for index in self.live() {
            if let Some(node) = &mut self.nodes[index] {
                node.pool = None;
                for seeker in node.seekers.values_mut() {
                    seeker.is_there = true;
                }
            }
        }
        self.lead(last);
        for _ in 0..(120_000 / STEP_MILLIS) {
            self.step();
        }
    }

    fn check(&self) {
        for (room, players) in &self.players {
            assert!(players.len() <= 2, "{room}");
            let entrants = &self.entrants[room];
            assert_ne!(
                entrants[0], entrants[1],
                "{room}: a person plays themselves"
            );
            for player in players {
                assert!(entrants.contains(&player.to_string()), "{room}: {player}");
            }
            if let [one, other] = players[..] {
                assert_ne!(one, other, "{room}: a person has both seats");
            }
        }
        let mut seekers = HashSet::new();
        let mut waiting: HashMap<Terms, HashSet<u64>> = HashMap::new();
        for node in self.nodes.iter().flatten() {
            assert_eq!(node.desk.terms().len(), node.seekers.len());
            for seeker in node.seekers.values() {
                assert!(seekers.insert(seeker.person), "a person has two seeks");
                waiting
                    .entry(seeker.terms)
                    .or_default()
                    .insert(seeker.person);
            }
        }
        for (terms, people) in waiting {
            assert_eq!(
                people.len(),
                1,
                "{people:?} wait beside each other for {terms:?}"
            );
        }
    }
}

fn run(seed: u64, nodes: u64, loss: f64) -> World {
    let mut world = World::new(seed, nodes);
    world.loss = loss;
    if loss > 0.0 {
        world.delay = 3000;
    }
    let all = [Kind::Chess, Kind::Space, Kind::TicTacToe];
    let mut people = 0;
    for _ in 0..1200 {
        world.step();
        for _ in 0..world.rng.usize(0..4) {
            let live = world.live();
            let index = live[world.rng.usize(..live.len())];
            // Now and then a person has another tab.
            let is_tab = people > 0 && world.rng.f64() < 0.1;
            people += u64::from(!is_tab);
            let person = if is_tab {
                world.rng.u64(1..=people)
            } else {
                people
            };
            let terms = Terms {
                kind: all[world.rng.usize(..all.len())],
                clock: None,
            };
            let is_there = world.rng.f64() < 0.9;
            world.come(index, person, terms, is_there);
        }
        // People leave.
        let live = world.live();
        let index = live[world.rng.usize(..live.len())];
        if world.rng.f64() < 0.2
            && let Some(node) = &mut world.nodes[index]
            && let Some((&number, _)) = node.seekers.iter().next()
        {
            let effects = node.desk.withdraw(number);
            node.seekers.remove(&number);
            world.perform(index, effects);
        }
        // People lose their connection, also after they have accepted: then they come back, and find their room or seek again.
        let numbers = world.nodes[index]
            .iter()
            .flat_map(|node| node.seekers.keys());
        let numbers: Vec<_> = numbers.copied().collect();
        if !numbers.is_empty() && world.rng.f64() < 0.3 {
            let number = numbers[world.rng.usize(..numbers.len())];
            world.disconnect(index, number);
        }
        if loss > 0.0 && world.rng.f64() < 0.01 {
            world.lead(index);
        }
        if nodes > 1 && world.live().len() > 1 && world.rng.f64() < 0.001 {
            world.kill(index);
        }
    }
    world.calm();
    world.check();
    world
}

#[test]
fn on_one_node_everybody_who_stays_plays() {
    for seed in 0..20 {
        let world = run(seed, 1, 0.0);
        assert!(world.games > 500, "{} games", world.games);
    }
}

#[test]
fn on_three_nodes_that_fail_nobody_is_lost_or_paired_twice() {
    for seed in 0..40 {
        let world = run(seed, 3, 0.1);
        assert!(world.games > 100, "{} games", world.games);
    }
}
