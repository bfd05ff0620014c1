/** In place of rjsf's tree of paths (vite.config.ts), which only its leaving out of values reads. */
export default function toPathSchema(_validator: unknown, _schema: unknown, name = ''): { $name: string } {
  return { $name: name }
}
