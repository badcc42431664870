import { NativeSelect } from '@mantine/core'
import type { Preferences } from '#contract/records/preferences.ts'
import { ECONOMY_OF, KM_PER, LITRES_PER } from '#domain/units.ts'
import { PREFERENCES } from '#src/texts/en/profile.ts'
import { currentLanguage, LANGUAGES } from '#src/texts/language.ts'
import { useServices } from '../kit/app-context.tsx'
import classes from './profile-screen.module.css'

/** The units of each preference, and their texts. */
const UNITS = { distance: KM_PER, volume: LITRES_PER, economy: ECONOMY_OF } as const

const UnitField = ({
  unit,
  names,
}: {
  unit: keyof typeof UNITS
  names: Readonly<Record<string, string>>
}) => {
  const { preferences } = useServices()
  return (
    <NativeSelect
      label={PREFERENCES.labels[unit]}
      value={preferences.current()[unit]}
      data={Object.keys(UNITS[unit]).map((value) => ({ value, label: names[value] ?? value }))}
      onChange={({ currentTarget: { value } }) =>
        void preferences.choose({ [unit]: value } as Partial<Preferences>)
      }
    />
  )
}

/** The language and the units in which the user reads the portal. Each choice counts at once. */
export const PreferenceFields = () => {
  const { preferences } = useServices()
  return (
    <section className={classes['preferences']} aria-labelledby="preferences">
      <h2 id="preferences">{PREFERENCES.title}</h2>
      <p className={classes['lead']}>{PREFERENCES.lead}</p>
      <div className={classes['fields']}>
        <NativeSelect
          label={PREFERENCES.labels.language}
          value={currentLanguage().tag}
          data={[...LANGUAGES].map(([value, { name }]) => ({ value, label: name }))}
          onChange={({ currentTarget }) => void preferences.choose({ language: currentTarget.value })}
        />
        <UnitField unit="distance" names={PREFERENCES.distance} />
        <UnitField unit="volume" names={PREFERENCES.volume} />
        <UnitField unit="economy" names={PREFERENCES.economy} />
      </div>
    </section>
  )
}
