/** The few calls over HTTP. Whatever goes wrong arrives as a `Refusal` with a code that has a sentence. */
import type { Invite, Join, Joined, OpenTable, Problem, TableOpened } from "./wire";

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
