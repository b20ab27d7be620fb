import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Renders instead of the children after an error. May rethrow it to the next boundary. */
  fallback: (error: unknown) => ReactNode
  onFail?: (error: unknown) => void
}

/** An error boundary. React requires a class for it. */
export class Boundary extends Component<Props, { caught: { error: unknown } | null }> {
  override state = { caught: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFail?.(error)
  }

  override render() {
    const { caught } = this.state
    return caught ? this.props.fallback(caught.error) : this.props.children
  }
}
