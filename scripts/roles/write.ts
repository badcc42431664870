import { writeFileSync } from 'node:fs'
import { rolesDoc } from './roles-doc.ts'

writeFileSync(new URL('../../docs/roles.md', import.meta.url), rolesDoc())
