import { act, render, within } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#src/views/kit/error-boundary.tsx'
import { lazyView } from '#src/views/kit/lazy-view.ts'

const Named = ({ name }: { name: string }) => {
  const [first] = useState(name)
  return (
    <p>
      {first}, {name}
    </p>
  )
}
const module: { default: ComponentType<{ name: string }> } = { default: Named }

const Waiting = () => <>loading</>

test('a view that was loaded before is shown at once, without what waits for it', async () => {
  const View = lazyView(async () => module, Waiting)
  await View.load()
  const { container } = render(<View name="Asha" />)
  expect(container.textContent).toBe('Asha, Asha')
})

test('a view that loads when it is shown keeps its state afterwards', async () => {
  const View = lazyView(async () => module, Waiting)
  const { container, rerender } = render(<View name="Asha" />)
  expect(container.textContent).toBe('loading')
  await within(container).findByText('Asha, Asha')
  rerender(<View name="Bina" />)
  expect(container.textContent).toBe('Asha, Bina')
})

test('a failure is thrown where the view is, and the next view tries again', async () => {
  // React reports it.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isReached = false
  const View = lazyView(async () => {
    if (!isReached) throw new Error('not reached')
    return module
  }, Waiting)
  const Boundary = ({ attempt }: { attempt: number }) => (
    <ErrorBoundary key={attempt} fallback={<>failed</>}>
      <View name="Asha" />
    </ErrorBoundary>
  )
  const { container, rerender } = render(<Boundary attempt={1} />)
  await within(container).findByText('failed')
  isReached = true
  rerender(<Boundary attempt={2} />)
  await within(container).findByText('Asha, Asha')
})

test('what is loaded is shown at once, however short what waits for it was shown', async () => {
  const View = lazyView(async () => module, Waiting)
  const { container } = render(<View name="Asha" />)
  await act(async () => {
    for (let turns = 0; turns < 10; turns += 1) await null
  })
  expect(container.textContent).toBe('Asha, Asha')
})
