//! Move texts and notation of space chess.

use super::{Space, from_step, legal::PROMOTIONS};
use crate::{Cell, Extent, Facts, Game, Illegal, Move, MoveTextError, NotationError, Role, Rules};

impl Rules for Space {
    const FACTS: Facts = Facts {
        name: "space",
        title: "Space chess",
        extent: Extent::new(5, 5, 5),
        sides: ["white", "black"],
        has_ranks: true,
        has_claims: true,
        position_format: None,
    };

    fn cell_name(cell: Cell) -> String {
        name(cell).into_iter().collect()
    }

    fn move_text(mv: Move) -> String {
        let mut text = String::with_capacity(7);
        for letter in mv.from.into_iter().chain([mv.to]).flat_map(name) {
            text.push(letter);
        }
        text.extend(mv.promotion.and_then(Role::letter));
        text
    }

    fn read_move(text: &str) -> Result<Move, MoveTextError> {
        let read = || {
            let (from, rest) = take_cell(text)?;
            let (to, rest) = take_cell(rest)?;
            let promotion = match rest {
                "" => None,
                letter => Some(read_promotion(letter)?),
            };
            Some(Move::step(from, to, promotion))
        };
        read().ok_or_else(|| MoveTextError::new(text, "two cells such as Aa2Aa3 or Dc5Ec5Q"))
    }
}

fn name(cell: Cell) -> [char; 3] {
    [(b'A', cell.z), (b'a', cell.x), (b'1', cell.y)]
        .map(|(zero, coordinate)| char::from(zero.saturating_add(coordinate)))
}

/// Writes a move: piece letter (none for a pawn), origin if another such piece can reach the target, `x`
/// for a capture, target, `=` and the letter of a promotion, `+` or `#`.
pub(super) fn write(game: &Space, mv: Move) -> Result<String, Illegal> {
    let steps = game.steps();
    let step = steps.iter().find(|step| from_step(**step) == mv);
    let step = *step.ok_or(Illegal)?;
    let rivals = steps
        .iter()
        .any(|other| other.to == step.to && other.role == step.role && other.from != step.from);
    let mut text = String::new();
    if step.role != Role::Pawn {
        text.extend(step.role.letter());
    }
    if rivals {
        text.extend(mv.from.map(Space::cell_name));
    }
    if game.piece(mv.to).is_some() {
        text.push('x');
    }
    text += &Space::cell_name(mv.to);
    if let Some(letter) = mv.promotion.and_then(Role::letter) {
        text.push('=');
        text.push(letter);
    }
    let next = game.after(step);
    if next.check().is_some() {
        let is_mate = !next.can_move();
        text.push(if is_mate { '#' } else { '+' });
    }
    Ok(text)
}

/// Reads the output of [`write()`]. Accepts a missing or redundant origin, check mark or pawn letter if
/// exactly one move matches; rejects a wrong capture mark.
pub(super) fn read(game: &Space, text: &str) -> Result<Move, NotationError> {
    let wanted = Notation::parse(text).ok_or_else(|| NotationError::syntax(text))?;
    let mut fitting = game.steps().into_iter().filter(|step| {
        let mv = from_step(*step);
        step.role == wanted.role
            && mv.to == wanted.to
            && mv.promotion == wanted.promotion
            && wanted.from.is_none_or(|from| mv.from == Some(from))
            && wanted.captures == game.piece(mv.to).is_some()
    });
    match (fitting.next(), fitting.next()) {
        (Some(step), None) => Ok(from_step(step)),
        (None, _) => Err(NotationError::Illegal(text.to_owned())),
        (Some(_), Some(_)) => Err(NotationError::Ambiguous(text.to_owned())),
    }
}

/// The parts of a notation.
struct Notation {
    role: Role,
    from: Option<Cell>,
    captures: bool,
    to: Cell,
    promotion: Option<Role>,
}

impl Notation {
    fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix(['+', '#']).unwrap_or(text);
        let (text, promotion) = match text.split_once('=') {
            Some((text, letter)) => (text, Some(read_promotion(letter)?)),
            None => (text, None),
        };
        // `contains` would add 1 kB of string search to the WebAssembly module.
        let captures = text.bytes().any(|byte| byte == b'x');
        // Levels and pieces share letters: a text that is not a whole number of cells starts with a piece.
        let (role, text) = match (text.len() % 3, captures) {
            (1, false) | (2, true) => take_role(text)?,
            _ => (Role::Pawn, text),
        };
        let (origin, target) = match text.split_once('x') {
            Some(parts) => parts,
            None => text.split_at_checked(text.len().checked_sub(3)?)?,
        };
        let from = match origin {
            "" => None,
            origin => Some(read_cell(origin)?),
        };
        let to = read_cell(target)?;
        Some(Self {
            role,
            from,
            captures,
            to,
            promotion,
        })
    }
}

fn take_role(text: &str) -> Option<(Role, &str)> {
    let mut letters = text.chars();
    let role = Role::from_letter(letters.next()?)?;
    Some((role, letters.as_str()))
}

fn take_cell(text: &str) -> Option<(Cell, &str)> {
    match *text.as_bytes() {
        [z @ b'A'..=b'E', x @ b'a'..=b'e', y @ b'1'..=b'5', ..] => {
            Some((Cell::new(x - b'a', y - b'1', z - b'A'), text.get(3..)?))
        }
        _ => None,
    }
}

fn read_cell(text: &str) -> Option<Cell> {
    match take_cell(text)? {
        (cell, "") => Some(cell),
        _ => None,
    }
}

fn read_promotion(letter: &str) -> Option<Role> {
    let (role, rest) = take_role(letter)?;
    (rest.is_empty() && PROMOTIONS.contains(&role)).then_some(role)
}
