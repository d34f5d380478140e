import { type Problem } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type ServerResponse } from 'node:http';

/** Keeps what a request was refused or failed with, for its line in the log. Every filter that answers errors calls it. */
export function noteProblem({ req }: Pick<ServerResponse, 'req'>, problem: Problem): void {
  requestContext(req).problem = problem;
}
