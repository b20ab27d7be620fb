// The words of rooms elsewhere. Apart from the others, because whoever plays at one device loads none of them.

export const GUEST = 'Guest'

// The dialect of space chess.

export const UNREACHABLE = 'The server cannot be reached.'
export const NOT_YOUR_TURN = 'It is not your turn.'
export const NO_WORD_FOR_THAT = 'The dialect of space chess has no word for that.'
export const CANNOT_RESUME =
  'The connection has ended, and the dialect of space chess has no word for coming back to a game.'
export const SENSELESS = 'The server said something that does not fit the game.'
