// What the page has to know of the game: words, and no rules. The server decides.

export const CELLS = 9

export const STATUS = {
  connecting: 'Connecting…',
  doors: 'Create a room, or join one.',
  waiting: 'Waiting for your opponent. Tell them the room and the pass key.',
  left: 'Your opponent has left. Waiting for another one.',
  yours: 'Your turn.',
  theirs: "Your opponent's turn.",
  won: 'You win.',
  lost: 'You lose.',
  draw: 'A draw.',
  asked: 'Your opponent wants to play again.',
  voted: 'Waiting for your opponent to play again.',
  lostConnection: 'The connection is lost. Trying again…',
}
