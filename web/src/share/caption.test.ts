import { expect, test } from 'vitest'

import { shortened, wrapped } from './caption'

/** Every character is one wide. */
const measure = (text: string) => Array.from(text).length

test('a text is shortened only if it is too long', () => {
  expect(shortened('Ann – Bob', 9, measure)).toBe('Ann – Bob')
  expect(shortened('Ann – Bob', 8, measure)).toBe('Ann – B…')
  expect(shortened('Ann – Bob', 5, measure)).toBe('Ann…')
  // Characters outside the basic plane are not cut in half.
  expect(shortened('🦄🦄🦄', 2, measure)).toBe('🦄…')
  expect(shortened('Ann', 0, measure)).toBe('…')
})

test('a text is broken between words, into as many lines as there may be', () => {
  expect(wrapped('Checkmate — White wins', 12, measure, 3)).toEqual(['Checkmate —', 'White wins'])
  expect(wrapped('one two three four', 5, measure, 2)).toEqual(['one', 'two three four'])
  expect(wrapped('incomprehensible', 5, measure, 3)).toEqual(['incomprehensible'])
})
