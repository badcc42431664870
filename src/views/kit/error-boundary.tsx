import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** A change of it tries the children again. */
  readonly resetKey?: string
  /** Shown instead of children that failed. */
  readonly fallback: ReactNode
  onError?(): void
  readonly children: ReactNode
}

/** Catches what fails while its children render, or load their code. React has no hook for this. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })

  override state = { hasFailed: false }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
