import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { graphOf, LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { type Path, pathsFor } from '#src/lab/path-cover.ts'
import { PathList } from '#src/views/lab/path-list.tsx'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

test('paths that differ by what an event carries are told apart, and one is chosen by a press', async () => {
  const lab = LAB_MACHINES.find(({ name }) => name === 'payment') as LabMachine
  const { paths } = pathsFor(graphOf(lab), { coverage: 'transitions', to: undefined, avoid: [] })
  const chosen: Path[] = []
  page = openPage({
    screens: (
      <PathList lab={lab} paths={paths} chosen={paths[0]} onChoose={(path) => void chosen.push(path)} />
    ),
  })
  await page.start()
  const list = within(screen.getByRole('list', { name: 'Paths' }))
  const texts = list.getAllByRole('button').map(({ textContent }) => textContent?.replace(/^\d+\. /, ''))
  expect(new Set(texts).size).toBe(paths.length)
  const unsafe = list.getByRole('button', { name: /resting → resting.*ask done .*javascript:/ })
  fireEvent.click(unsafe)
  expect(chosen.map((path) => paths.indexOf(path) + 1)).toEqual([
    Number.parseInt(unsafe.textContent ?? '', 10),
  ])
})
