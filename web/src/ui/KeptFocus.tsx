import { Component } from 'preact'
import type { ComponentChildren } from 'preact'

/** Keeps the focus when children change places: an element loses it when it is moved. Preact requires a class for it. */
export class KeptFocus extends Component<{ children: ComponentChildren }> {
  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement
  }

  override componentDidUpdate(_before: unknown, _state: unknown, focused: unknown): void {
    // The focus may also have been given to another element on purpose.
    const isLost = document.activeElement === document.body && focused !== document.body
    if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }

  override render(): ComponentChildren {
    return this.props.children
  }
}
