/** `app.live`: the open event streams; they end before the server waits for its connections to close. */
import plugin from 'fastify-plugin'
import { LiveHub } from '../live/live-hub.ts'

export const livePlugin = plugin(
  (app, _options, done) => {
    const hub = new LiveHub(app.services)
    app.decorate('live', hub)
    app.addHook('preClose', () => hub.close())
    done()
  },
  { name: 'live', fastify: '5.x' },
)
