//! How costs grow: with the rooms that are played in, with the spectators of one room, with the length of a room, and with
//! the rooms on the disk.

mod long_room;
mod rooms;
mod spectators;
mod stored;

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum, value_parser};
use raum_torture::program::raise_file_limit;

use crate::{people, record::Record};

const METHOD: [&str; 5] = [
    "Clients of the native dialect, each person with a loopback address of their own, as real people have: the limits per \
     address stay at their defaults. The load generator has one thread. CPU is the server's alone; what idle connections \
     cost (pings) is measured before and subtracted where a table says so.",
    "**Rooms**: two players in each room play random chess with rematches. All rooms together make the same number of moves \
     a second, by the clock. If the system allows too few open files for the largest number of rooms, there are fewer.",
    "**Spectators**: two players make ten moves a second in one room, and every spectator receives every move. The cost of \
     a spectator is the CPU of a move, less that with one spectator, divided by the other spectators.",
    "**A long room**: stored without a server, then loaded by a new server for the first client that enters, with the file \
     dropped from the system's cache. One room is a single game in which a member was renamed over and over, which has to \
     be replayed as a whole; the other has games of chess with rematches.",
    "**Rooms on disk**: a tenth was never entered (0 to 26 hours old), four tenths are finished (0 to 31 days), half are \
     unfinished (0 to 360 days), in random order, so a few per cent have expired. The server starts with the file dropped \
     from the system's cache and sweeps at once; two players make moves meanwhile, and again after the sweep.",
];

/// Measure how costs grow with rooms, spectators, entries and stored rooms
#[derive(Args)]
pub(crate) struct Growth {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Measure this part only
    #[arg(long)]
    only: Option<Part>,

    /// How long to play in each step
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(1..=600))]
    seconds: u64,

    /// The numbers of rooms
    #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1000, 10_000])]
    rooms: Vec<u32>,

    /// Moves a second of all rooms together, at most 50 in each
    #[arg(long, default_value_t = 500, value_parser = value_parser!(u32).range(1..))]
    rate: u32,

    /// The numbers of spectators
    #[arg(long, value_delimiter = ',', default_values_t = [1, 10, 100, 500, 2000])]
    spectators: Vec<u32>,

    /// The entries of the long rooms
    #[arg(long, default_value_t = 200_000)]
    entries: usize,

    /// The number of rooms on the disk
    #[arg(long, default_value_t = 1_000_000)]
    stored_rooms: u32,

    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    Rooms,
    Spectators,
    LongRoom,
    StoredRooms,
}

impl Growth {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let program = people::program(self.program.as_deref())?;
        raise_file_limit()?;
        let time = Duration::from_secs(self.seconds);
        let mut record = Record::new("Growth", &METHOD);
        for part in Part::value_variants() {
            if self.only.is_some_and(|only| only != *part) {
                continue;
            }
            // One thread, so that the server has a core of its own.
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            let measured = runtime.block_on(async {
                match part {
                    Part::Rooms => {
                        rooms::measure(&mut record, &program, &self.rooms, self.rate, time).await
                    }
                    Part::Spectators => {
                        spectators::measure(&mut record, &program, &self.spectators, time).await
                    }
                    Part::LongRoom => long_room::measure(&mut record, &program, self.entries).await,
                    Part::StoredRooms => {
                        stored::measure(&mut record, &program, self.stored_rooms, time).await
                    }
                }
            });
            if let Err(why) = measured {
                println!("  {part:?} failed: {why:#}");
                record.failures.push(format!("{part:?}: {why:#}"));
            }
        }
        record.finish(self.json.as_deref())
    }
}
