import { userManual } from '#contract/calls/help.ts'
import { type Route, route } from '../http/handler.ts'
import type { Manual } from './manual.service.ts'

/** The user manual as a download (FTR-08). */
export const manualRoutes = ({ manual }: { manual: Manual }): Route[] => [
  route(userManual, async ({ query: { language } }) => {
    const { fileName, html } = await manual(language)
    return {
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="${fileName}"` },
      body: html,
    }
  }),
]
