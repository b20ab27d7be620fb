// The line icons of the first load, as SVG paths in a square of 24.

export const FIRST_PATHS = {
  check:
    'M12 2l2.6 5.2L20 5l-2.2 5.4L23 13l-5.4 1.8.9 5.7-4.9-3L12 22l-1.6-4.5-4.9 3 .9-5.7L1 13l5.2-2.6L4 5l5.4 2.2z',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  flag: 'M6 21V4m0 0h11l-2.5 4L17 12H6',
  settings:
    'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
} as const

export type FirstIconName = keyof typeof FIRST_PATHS
