import { Button, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ListedUser } from '#contract/calls/users.ts'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import { isReason } from '#contract/records/support-changes.ts'
import { ROLES, STAFF_ROLES } from '#contract/roles.ts'
import { selectSupport } from '#src/machines/app/app.selectors.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import {
  selectIsFetching,
  selectFailure as selectQueryFailure,
  selectResponse,
} from '#src/machines/request/request.selectors.ts'
import type { supportMachine, usersRequest } from '#src/machines/support/support.machine.ts'
import {
  selectFailure,
  selectIsBusy,
  selectRole,
  selectUsers,
} from '#src/machines/support/support.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { SUPPORT } from '#src/texts/en/support.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { usePhone } from '../kit/hooks.ts'
import page from '../kit/page.module.css'
import { TextField, tooLongText } from '../kit/text-field.tsx'
import classes from './support-screen.module.css'

type SupportActor = ActorRefFrom<typeof supportMachine>

/** Roles that support may act for: all but the portal's own staff. */
const CHOICES = ROLES.filter((role) => !STAFF_ROLES.some((staff) => staff === role))

const wideColumns = (): readonly Column<ListedUser>[] => [
  { title: SUPPORT.mobile, cell: ({ mobileNumber }) => mobileNumber || SUPPORT.notShown },
  { title: SUPPORT.email, cell: ({ emailId }) => emailId || SUPPORT.notShown },
]

/** A phone shows only the columns that distinguish users, so that the button stays in view. The search covers all columns. */
const columnsFor = (
  isPhone: boolean,
  isBusy: boolean,
  onChoose: (user: ListedUser) => void,
): Column<ListedUser>[] => [
  { title: SUPPORT.userName, cell: ({ userName }) => <b>{userName}</b> },
  ...(isPhone ? [] : [{ title: SUPPORT.firstName, cell: ({ firstName }: ListedUser) => firstName }]),
  { title: SUPPORT.company, cell: ({ companyName }) => companyName || SUPPORT.notShown },
  ...(isPhone ? [] : wideColumns()),
  {
    title: SUPPORT.choose,
    cell: (user) => (
      <Button
        size="xs"
        variant="default"
        translate="yes"
        disabled={isBusy}
        aria-label={SUPPORT.chooseNamed({ name: user.userName })}
        onClick={() => onChoose(user)}
      >
        {SUPPORT.choose}
      </Button>
    ),
  },
]

const fits = (text: string) => {
  const wanted = text.trim().toLowerCase()
  return ({ userName, firstName, companyName, mobileNumber, emailId }: ListedUser): boolean =>
    [userName, firstName, companyName, mobileNumber, emailId].some((field) =>
      field.toLowerCase().includes(wanted),
    )
}

type UsersActor = ActorRefFrom<typeof usersRequest>

const Failed = (props: { failure: Failure | null; onRetry?: () => void }) => (
  <FailedLoad away={KIT.serverAway} className={classes['failure']} {...props} />
)

const Users = ({
  support,
  users,
  text,
  onChoose,
}: {
  support: SupportActor
  users: UsersActor
  text: string
  onChoose: (user: ListedUser) => void
}) => {
  const listed = useSelector(users, selectResponse) ?? []
  const failure = useSelector(users, selectQueryFailure)
  const isBusy = useSelector(support, selectIsBusy)
  const isPhone = usePhone()
  const columns = columnsFor(isPhone, isBusy, onChoose)
  return (
    <>
      <Failed failure={failure} onRetry={() => support.send({ type: 'support.retry' })} />
      <DataTable
        name={SUPPORT.users}
        columns={columns}
        rows={listed.filter(fits(text))}
        keyOf={({ userId }) => userId}
        isLoading={useSelector(users, selectIsFetching)}
      />
    </>
  )
}

const Picker = ({ support }: { support: SupportActor }) => {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [lacksReason, setLacksReason] = useState(false)
  const reasonField = useRef<HTMLInputElement>(null)
  const role = useSelector(support, selectRole)
  const users = useSelector(support, selectUsers)
  const isBusy = useSelector(support, selectIsBusy)
  const choose = ({ userId }: ListedUser) => {
    const isGiven = isReason(reason)
    setLacksReason(!isGiven)
    if (isGiven && tooLongText(reason, MAX_TEXT_LENGTH.short) === null)
      support.send({ type: 'support.userChosen', userId, reason })
    else reasonField.current?.focus()
  }
  return (
    <>
      <div className={classes['filters']}>
        <Select
          label={SUPPORT.role}
          placeholder={SUPPORT.rolePlaceholder}
          data={CHOICES}
          value={role}
          allowDeselect={false}
          disabled={isBusy}
          onChange={(next) => {
            const chosen = CHOICES.find((each) => each === next)
            if (chosen !== undefined) support.send({ type: 'support.roleChosen', role: chosen })
          }}
        />
        <TextInput
          label={SUPPORT.search}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={text}
          disabled={role === null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextField
          label={SUPPORT.reason}
          placeholder={SUPPORT.reasonPlaceholder}
          ref={reasonField}
          required
          error={lacksReason && !isReason(reason) ? SUPPORT.reasonMissing : null}
          value={reason}
          most={MAX_TEXT_LENGTH.short}
          disabled={role === null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <Failed failure={useSelector(support, selectFailure)} />
      {role === null || users === undefined ? null : (
        <Users support={support} users={users} text={text} onChoose={choose} />
      )}
    </>
  )
}

/** Where customer support chooses the user to act for (SHL-07, OPEN-04). */
const CsSupportScreen = () => {
  const support = useAppSelector(selectSupport)
  return (
    <div className={`${page['page']} ${classes['page']}`}>
      <h1 className={page['title']}>{SUPPORT.title}</h1>
      <p className={classes['lead']}>{SUPPORT.lead}</p>
      {support === undefined ? null : <Picker support={support} />}
    </div>
  )
}
export default CsSupportScreen
