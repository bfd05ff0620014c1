import type { Action, Approval, DocumentTypeManifest } from '../../language/manifest.generated.ts'

type Posts = NonNullable<Action['posts']>

/** Replaces the names of the type's entries in `posts` with their contents: `to`, and the values that the post does not set itself. */
export function withEntries(manifest: DocumentTypeManifest): DocumentTypeManifest {
  const { entries = {}, ...rest } = manifest
  if (Object.keys(entries).length === 0) return rest
  const posted = (posts: Posts): Posts => posts.map(({ entry, ...post }) => {
    const named = entry !== undefined && Object.hasOwn(entries, entry) ? entries[entry] : undefined
    return named === undefined ? { ...post, ...(entry !== undefined && { entry }) } : { ...named, ...post, values: { ...named.values, ...post.values } }
  })
  const inside = <T extends Pick<Action | Approval, 'posts'>>(given: T): T => (given.posts === undefined ? given : { ...given, posts: posted(given.posts) })
  const each = <T extends Pick<Action | Approval, 'posts'>>(all: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, inside(one)]))
  return {
    ...rest,
    ...(rest.actions !== undefined && { actions: each(rest.actions) }),
    ...(rest.approval !== undefined && { approval: inside(rest.approval) }),
    ...(rest.approvals !== undefined && { approvals: each(rest.approvals) }),
  }
}
