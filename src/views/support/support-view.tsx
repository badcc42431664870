import { Select } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { Failure } from '#src/machines/kit/failure.ts'
import { selectFailure, selectIsFetching, selectResponse } from '#src/machines/request/request.selectors.ts'
import type {
  companiesRequest,
  companyUsersRequest,
  supportViewMachine,
} from '#src/machines/support/support-view.machine.ts'
import {
  selectCompanies,
  selectCompanyId,
  selectCompanyUsers,
  selectUserId,
} from '#src/machines/support/support-view.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { SUPPORT_VIEW } from '#src/texts/en/support.ts'
import { FailedLoad } from '../kit/failure-note.tsx'
import classes from './support-view.module.css'

type SupportViewActor = ActorRefFrom<typeof supportViewMachine>
type CompaniesActor = ActorRefFrom<typeof companiesRequest>
type CompanyUsersActor = ActorRefFrom<typeof companyUsersRequest>

/** Names listed at once; the others are found by typing. */
const MOST_NAMES = 100

const optionOf = (id: number | null): string | null => (id === null ? null : String(id))
const idOf = (text: string | null): number | null => (text === null ? null : Number(text))

const Company = ({ view, query }: { view: SupportViewActor; query: CompaniesActor }) => {
  const companies = useSelector(query, selectResponse) ?? []
  const isLoading = useSelector(query, selectIsFetching)
  return (
    <Select
      size="sm"
      classNames={{ root: classes['choice'] ?? '' }}
      label={SUPPORT_VIEW.company}
      placeholder={isLoading ? KIT.loading : SUPPORT_VIEW.allCompanies}
      data={companies.map(({ companyId, companyName }) => ({
        value: String(companyId),
        label: companyName,
      }))}
      value={optionOf(useSelector(view, selectCompanyId))}
      disabled={companies.length === 0}
      searchable
      clearable
      limit={MOST_NAMES}
      onChange={(value) => {
        const company = companies.find(({ companyId }) => companyId === idOf(value)) ?? null
        view.send({
          type: 'supportView.companyChosen',
          company: company && { companyId: company.companyId, timeZone: company.timeZone },
        })
      }}
    />
  )
}

const User = ({ view, query }: { view: SupportViewActor; query: CompanyUsersActor }) => {
  const companyId = useSelector(view, selectCompanyId)
  const listed = useSelector(query, selectResponse)
  const isLoading = useSelector(query, selectIsFetching)
  const users = companyId === null ? [] : (listed ?? [])
  const hint = companyId !== null && listed?.length === 0 ? SUPPORT_VIEW.noUsers : SUPPORT_VIEW.allUsers
  return (
    <Select
      size="sm"
      classNames={{ root: classes['choice'] ?? '' }}
      label={SUPPORT_VIEW.user}
      placeholder={isLoading && companyId !== null ? KIT.loading : hint}
      data={users.map(({ userId, userName, role }) => ({
        value: String(userId),
        label: SUPPORT_VIEW.userNamed({ name: userName, role }),
      }))}
      value={optionOf(useSelector(view, selectUserId))}
      disabled={users.length === 0}
      searchable
      clearable
      limit={MOST_NAMES}
      onChange={(value) => view.send({ type: 'supportView.userChosen', userId: idOf(value) })}
    />
  )
}

const Failed = ({ view, query }: { view: SupportViewActor; query: CompaniesActor | CompanyUsersActor }) => {
  const failure = useSelector<typeof query, Failure | null>(query, selectFailure)
  return (
    <FailedLoad
      failure={failure}
      away={SUPPORT_VIEW.away}
      className={classes['failure']}
      onRetry={() => view.send({ type: 'supportView.retry' })}
    />
  )
}

const Choices = ({ view }: { view: SupportViewActor }) => {
  const companies = useSelector(view, selectCompanies)
  const users = useSelector(view, selectCompanyUsers)
  const companyId = useSelector(view, selectCompanyId)
  if (companies === undefined || users === undefined) return null
  return (
    <>
      <Company view={view} query={companies} />
      <User view={view} query={users} />
      <Failed view={view} query={companies} />
      {companyId === null ? null : <Failed view={view} query={users} />}
    </>
  )
}

/** Chooses the company and user whose vehicles the map shows (OPEN-77). Read-only. */
const SupportView = ({ view }: { view: SupportViewActor }) => (
  <fieldset className={classes['view']} aria-label={SUPPORT_VIEW.title}>
    <div className={classes['head']}>
      {SUPPORT_VIEW.title}
      <span className={classes['readOnly']}>
        <IconEye size={14} stroke={1.75} aria-hidden />
        {SUPPORT_VIEW.readOnly}
      </span>
    </div>
    <Choices view={view} />
  </fieldset>
)

export default SupportView
