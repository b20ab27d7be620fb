// The page's words. The page has no rules: the server decides.

export const CELLS = 9

export const STATUS = {
  connecting: 'Connecting…',
  entrance: 'Create a room, or join one.',
  waiting: 'Waiting for your opponent. Send them the room and the pass key.',
  left: 'Your opponent left. Waiting for another one.',
  yours: 'Your turn.',
  theirs: "Your opponent's turn.",
  won: 'You win.',
  lost: 'You lose.',
  draw: 'Draw.',
  asked: 'Your opponent wants to play again.',
  voted: 'Waiting for your opponent to play again.',
  lostConnection: 'Connection lost. Reconnecting…',
}
