// Zen: nothing but the board and its sides.

import './zen.css'

export function zenIsOn(): boolean {
  return 'zen' in document.documentElement.dataset
}

export function setZen(isOn: boolean): void {
  if (isOn) document.documentElement.dataset['zen'] = ''
  else delete document.documentElement.dataset['zen']
}
