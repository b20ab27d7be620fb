// The words of rooms elsewhere. Apart from the others, because whoever plays at one device loads none of them.

export const GUEST = 'Guest'
