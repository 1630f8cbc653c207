/** The few calls over HTTP. Whatever goes wrong arrives as a `Refusal` with a code that has a sentence. */
import type {
  AskPass,
  Card,
  CardKey,
  Cards,
  Claim,
  Invite,
  Join,
  Joined,
  OpenTable,
  Pass,
  Problem,
  TableOpened,
} from "./wire";

const PATIENCE = 10_000;

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

export function openTable(body: OpenTable): Promise<TableOpened> {
  return post<TableOpened>("/api/tables", body);
}

export function joinTable(code: string, body: Join): Promise<Joined> {
  return post<Joined>(`/api/tables/${code}/join`, body);
}

/** Takes over the seat of a one-time code. */
export function claimSeat(code: string, body: Claim): Promise<Joined> {
  return post<Joined>(`/api/tables/${code}/claim`, body);
}

/** A one-time code that opens a seat on another phone. */
export function askPass(code: string, body: AskPass): Promise<Pass> {
  return post<Pass>(`/api/tables/${code}/pass`, body);
}

/** How one's tables stand. */
export async function askCards(tables: CardKey[]): Promise<Card[]> {
  return (await post<Cards>("/api/mine", { tables })).tables;
}

/** A finished game as a file. */
export function gameUrl(code: string, number: number): string {
  return `/api/tables/${code}/games/${String(number)}`;
}

/** The link that works on other phones: the server knows its own address in the LAN. */
export async function inviteLink(code: string): Promise<string> {
  return (await call<Invite>(`/api/tables/${code}/invite`)).link;
}

/** The QR picture of a table's link. */
export function inviteUrl(code: string): string {
  return `/api/tables/${code}/invite.svg`;
}

function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return call<Answer>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort();
  }, PATIENCE);
  try {
    const response = await fetch(path, { ...init, signal: abort.signal });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Answer;
    const problem = answer as Partial<Problem>;
    throw new Refusal(problem.refused ?? "offline", problem.detail);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("offline");
  } finally {
    clearTimeout(timer);
  }
}
