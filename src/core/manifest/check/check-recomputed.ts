import { isInternal } from '../../overlay/redacted-paths.ts'
import { followersOf } from '../../redaction/followers.ts'
import { readsRedacted } from '../../redaction/missing-reads.ts'
import { recomputedFields } from '../resolve/recomputed-fields.ts'
import type { CheckPass } from './check-context.ts'

/** A value that is recomputed when a server starts changes without a revision or an event, so nobody may see it, nor anything that follows from it. */
export const checkRecomputed: CheckPass = ({ reporter }, expanded, type) => {
  const fields = recomputedFields(type)
  for (const { path, array, field } of fields) {
    const at = array === undefined ? ['schema', 'properties', path] : ['schema', '$defs', type.shape.fields[array]?.line?.name ?? '', 'properties', field.name]
    const refuse = (message: string, seen: string, expected: string): void => reporter.inType('E227', expanded, [...at, 'x-compute'], message, { seen, expected })
    if (!isInternal(type, path)) refuse(`"${path}" is recomputed when the server starts, which nobody may notice.`, path, '"x-internal": true')
    const followers = [...followersOf(type, [path], (expression, standing, found) => readsRedacted(type, expression, { fields: found }, standing))]
    const left = followers.find((one) => !fields.some((other) => other.path === one))
    if (left !== undefined) refuse(`"${path}" is recomputed when the server starts, but "${left}", which is computed from it, is not.`, left, 'a field that only indexed fields are computed from')
  }
}
