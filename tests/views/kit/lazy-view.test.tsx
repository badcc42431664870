import { render, within } from '@testing-library/react'
import { type ComponentType, Suspense, useState } from 'react'
import { expect, test } from 'vitest'
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

const shown = (View: ComponentType<{ name: string }>, name: string) => (
  <Suspense fallback="loading">
    <View name={name} />
  </Suspense>
)

test('a view that was loaded before is shown at once, without its fallback', async () => {
  const View = lazyView(async () => module)
  await View.load()
  const { container } = render(shown(View, 'Asha'))
  expect(container.textContent).toBe('Asha, Asha')
})

test('a view that loads when it is shown keeps its state afterwards', async () => {
  const View = lazyView(async () => module)
  const { container, rerender } = render(shown(View, 'Asha'))
  expect(container.textContent).toBe('loading')
  await within(container).findByText('Asha, Asha')
  rerender(shown(View, 'Bina'))
  expect(container.textContent).toBe('Asha, Bina')
})
