import { fireEvent, screen } from '@testing-library/react'
import { vehicle } from '#tests/kit/builders/vehicle.ts'
import { openPage, type Page, USER } from './page.tsx'

/** A page that shows the fleet and has just opened the playback of its first vehicle; no route has arrived yet. */
export const openPlayback = async (user = USER): Promise<Page> => {
  const page = openPage()
  await page.signIn(user)
  await screen.findByRole('region', { name: 'Fleet' })
  await page.answerList([vehicle(1), vehicle(2)])
  await page.act(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Playback' })))
  return page
}
