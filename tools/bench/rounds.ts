/** Measures both servers alternately, so that other load on the machine affects both alike. */
import { load, median, type Call, type Extent, type Figures } from './load.ts'
import type { RunningServer } from './processes.ts'

export interface Comparison { name: string; engine: Figures; hand: Figures; /** The engine's requests per second divided by the hand-written server's: the median over the rounds, the lowest, the highest. */ ratio: number; lowest: number; highest: number }
export interface Plan {
  name: string
  extent: Extent
  rounds: number
  /** The number of concurrent calls; by default that of `load`. */
  connections?: number
  /** The calls of one round for one server. */
  calls: (server: string, round: number) => () => Call
}

/** Measures in rounds A/B, B/A, A/B … after a warm-up round that is not counted. @throws if a call failed */
export async function compare(engine: RunningServer, hand: RunningServer, { name, extent, rounds, connections, calls }: Plan): Promise<Comparison> {
  const taken = { [engine.name]: [] as Figures[], [hand.name]: [] as Figures[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const server of round % 2 === 0 ? [engine, hand] : [hand, engine]) {
      const figures = await load(server.url, calls(server.name, round), extent, connections)
      if (figures.failed > 0 || figures.answered === 0) throw new Error(`${figures.failed} of ${figures.answered} calls of "${name}" failed on the ${server.name} server.`)
      if (round > 0) taken[server.name]?.push(figures)
    }
  }
  const ours = taken[engine.name] ?? []
  const theirs = taken[hand.name] ?? []
  const ratios = ours.map((figures, round) => figures.perSecond / (theirs[round]?.perSecond ?? Number.NaN))
  return { name, engine: middle(ours), hand: middle(theirs), ratio: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) }
}

function middle(all: Figures[]): Figures {
  const of = (key: keyof Figures): number => median(all.map((figures) => figures[key]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), failed: of('failed'), answered: all.reduce((sum, one) => sum + one.answered, 0) }
}
