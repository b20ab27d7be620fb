import { act } from '../../act'
import { renderHook } from '@testing-library/preact'
import { afterEach, expect, it } from 'vitest'

import { chooseFinish, useFinish } from './finish'
import { changeSettings } from '../../settings'

afterEach(() => {
  changeSettings({ finishes: {} })
})

it('is wood for a board of one level and glass for a stack, until another is chosen', () => {
  const { result } = renderHook(() => [useFinish('chess'), useFinish('space')])
  expect(result.current).toEqual(['wood', 'glass'])
  act(() => chooseFinish('space', 'marble'))
  expect(result.current).toEqual(['wood', 'marble'])
  act(() => chooseFinish('chess', 'glass'))
  expect(result.current).toEqual(['glass', 'marble'])
})
