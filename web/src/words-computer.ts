// The texts about the computer as an opponent and as an adviser. A game of two people loads none of them.

import type { Kind, Role, Side } from './raum'
import { ROLES, SIDES } from './words'

export const OPPONENT = 'Opponent'
export const OPPONENTS = { person: 'Friend', computer: 'Computer' }
export const CONTINUE_GAME = 'Continue game'

// Levels.

/** A level: what playing against it feels like. */
export interface LevelWords {
  name: string
  about: string
}

const LEVELS_OF_CHESS: readonly LevelWords[] = [
  { name: 'First steps', about: 'Has just learnt the moves, and gives pieces away.' },
  { name: 'Beginner', about: 'Takes what it notices, and notices little.' },
  { name: 'Casual', about: 'Plays for fun: sees a mate in one, misses many captures.' },
  { name: 'Regular', about: 'Looks a move ahead, and overlooks something now and then.' },
  { name: 'Club player', about: 'Looks two moves ahead, and rarely leaves a piece unguarded.' },
  { name: 'Tournament', about: 'Hardly errs, and punishes mistakes.' },
  { name: 'Expert', about: 'Sees deep combinations. Sometimes plays at full strength.' },
  { name: 'Full strength', about: 'Never holds back.' },
]

const LEVELS: { [kind in Kind]: readonly LevelWords[] } = {
  chess: LEVELS_OF_CHESS,
  space: LEVELS_OF_CHESS,
  tictactoe: [
    { name: 'Distracted', about: 'Misses more than it sees.' },
    { name: 'Attentive', about: 'Misses a line now and then.' },
    { name: 'Perfect', about: 'Never loses.' },
  ],
}

export const LEVEL = 'Level'

/** The levels of a kind, from the weakest. */
export function levelsOf(kind: Kind): readonly LevelWords[] {
  return LEVELS[kind]
}

/** "3 · Casual". */
export function levelName(kind: Kind, level: number): string {
  const name = LEVELS[kind][level - 1]?.name
  return name === undefined ? String(level) : `${level} · ${name}`
}

/** "Level 3, Casual", for screen readers. */
export function levelInWords(kind: Kind, level: number): string {
  return `${LEVEL} ${levelName(kind, level).replace(' · ', ', ')}`
}

export const CHANGE_LEVEL = 'Change level'

// The computer in a seat.

export const COMPUTER_FAILED = 'The computer can’t play: its engine didn’t load.'
export const TAKE_OVER = 'Take over'
export const INVITE_INSTEAD = 'Invite a friend instead'
export const PLAY_COMPUTER_INSTEAD = 'Play the computer instead'
export const OFFER_QUESTION = 'Offer a draw?'
export const OFFER = 'Offer draw'
export const OFFER_TEXT = 'The computer accepts if it doesn’t see itself ahead.'
export const IS_THINKING = 'The computer is thinking.'

export function playFor(side: Side): string {
  return `Let the computer play for ${SIDES[side]}`
}

// Hints and threats.

export const ADVICE = 'Advice'
export const SEARCHING = 'Looking…'
export const NO_ADVICE = 'Nothing found.'
export const NO_THREAT_IN_CHECK = 'You’re in check: that is the threat.'
export const ADVICE_FAILED =
  'Hints aren’t available: the engine didn’t load. Try again when you’re online.'

/** "Hint: knight to f3." */
export function hintText(move: string): string {
  return `Hint: ${move}.`
}

/** "If it were Black’s turn: queen takes pawn on f2." */
export function threatText(side: Side, move: string): string {
  return `If it were ${SIDES[side]}’s turn: ${move}.`
}

/** "knight on g1 takes pawn on f3, promotes to queen", "knight from g1 to f3": several knights may be able to go there. */
export function stepText(
  mover: Role,
  from: string,
  taken: Role | null,
  to: string,
  became: Role | null,
): string {
  const name = (role: Role) => ROLES[role].toLowerCase()
  const went = taken
    ? `${name(mover)} on ${from} takes ${name(taken)} on ${to}`
    : `${name(mover)} from ${from} to ${to}`
  return became ? `${went}, promotes to ${name(became)}` : went
}
