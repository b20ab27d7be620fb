import { Component } from 'preact'
import type { ComponentChildren } from 'preact'

interface Props {
  children: ComponentChildren
  /** Renders instead of the children after an error. May rethrow it to the next boundary. */
  fallback: (error: unknown) => ComponentChildren
  onFail?: (error: unknown) => void
}

/** An error boundary. Preact requires a class for it. */
export class Boundary extends Component<Props, { caught: { error: unknown } | null }> {
  override state = { caught: null as { error: unknown } | null }

  static override getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    // Preact logs nothing that a boundary catches.
    console.error(error)
    this.props.onFail?.(error)
  }

  override render() {
    const { caught } = this.state
    return caught ? this.props.fallback(caught.error) : this.props.children
  }
}
