import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ReportList } from '#src/views/lab/report-list.tsx'
import { openPage } from '#tests/kit/views/page.tsx'
import { closePageAfterEach, openSettings, page, press, write } from '#tests/kit/views/settings.page.ts'

const REPORT = {
  ...{ reportId: 7, sentAt: Date.parse('2026-11-20T10:00:00Z'), userName: 'asha', role: 'MANAGER' },
  ...{ company: 'Deccan Roadways', release: '1.2.3', lastState: 'fleet/playback: play' },
  ...{ note: 'The map stood still.', bytes: 1200 },
}

describe('the reports that users sent', () => {
  test('are listed with who sent them and what they say, again after a failure, and opened by a press', async () => {
    const opened: number[] = []
    const shown = openPage({ screens: <ReportList onOpen={(id) => void opened.push(id)} /> })
    const list = within(await screen.findByRole('region', { name: 'Reports that users sent' }))
    expect(await list.findByText('The reports could not be loaded.')).toBeTruthy()
    shown.answerReports(async () => ({ reports: [REPORT] }))
    await shown.act(() => list.getByRole('button', { name: 'Try again' }).click())
    expect(await list.findByText('The map stood still.')).toBeTruthy()
    expect(list.getByText('MANAGER · Deccan Roadways · 1.2.3')).toBeTruthy()
    expect(list.getByText('fleet/playback: play')).toBeTruthy()
    await shown.act(() => list.getByRole('button', { name: 'Open report 7 of asha' }).click())
    expect(opened).toEqual([7])
    shown.close()
  })
})

describe('the dialog of a report', () => {
  closePageAfterEach()

  test('sends it, tells its number, and keeps it to be saved where that fails', async () => {
    await openSettings('CUSTOMERADMIN')
    await press('Report a problem')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }))
    await write('What went wrong?', 'The map stood still.')
    await press('Send to support')
    expect(await dialog.findByText(/The report could not be sent/)).toBeTruthy()
    page.answerReports(async () => {
      throw Object.assign(new Error(), {
        name: 'CallRefused',
        code: 'problemReportsFull',
        params: { most: 20 },
      })
    })
    await press('Send to support')
    expect(await dialog.findByText(/^You have sent 20 reports in 24 hours/)).toBeTruthy()
    const calls: string[] = []
    page.answerReports(async (id) => {
      calls.push(id)
      return { reportId: 41 }
    })
    await press('Send to support')
    await waitFor(() => expect(dialog.getByText('Sent to support as report 41.')).toBeTruthy())
    expect(calls).toEqual(['sendProblemReport'])
    expect(dialog.queryByRole('button', { name: 'Send to support' })).toBeNull()
  })
})
