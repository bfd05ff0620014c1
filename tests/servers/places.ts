/** A map service for a test, on a free port. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { freePort } from '../../tools/postgres.ts'

export interface PlacesServer {
  url: string
  asked: { path: string; headers: IncomingHttpHeaders }[]
  /** Its response: rows by search text; a literal text; a status; or none. */
  answer: Record<string, unknown[]> | string | number | undefined
  stop(): Promise<void>
}

/** A service that responds as the test specifies. */
export async function startPlacesServer(): Promise<PlacesServer> {
  const places: PlacesServer = { url: '', asked: [], answer: {}, stop: async () => undefined }
  const server = createServer((request, response) => {
    places.asked.push({ path: request.url ?? '', headers: request.headers })
    const { answer } = places
    if (answer === undefined) return
    if (typeof answer === 'number') {
      response.writeHead(answer, answer === 302 ? { location: 'http://127.0.0.1:9/elsewhere' } : {}).end('{}')
      return
    }
    const search = new URL(request.url ?? '', places.url).searchParams.get('q') ?? ''
    response.writeHead(200, { 'content-type': 'application/json' }).end(typeof answer === 'string' ? answer : JSON.stringify(answer[search] ?? []))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => { server.listen(port, '127.0.0.1', () => resolve()) })
  places.url = `http://127.0.0.1:${port}`
  places.stop = () => new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
  return places
}
