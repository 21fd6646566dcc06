import { randomBytes } from 'node:crypto';
import { type Has, Rejection, type Reply, type Request } from './http.ts';
import { isEmail, isPassword, readBody, readFields } from './parcel-fields.ts';

/** People who log in, and their sessions: the email of each by its token. */
export function createPeople(has: Has, sessions: Map<string, string>): (request: Request, place: string) => Reply {
  const people = new Map<string, { readonly id: string; readonly email: string; readonly password: string }>();
  const invalid = (): never => {
    throw new Rejection(422, 'invalid');
  };
  return (request, place) => {
    const { method, headers } = request;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (place === 'people' || place === 'login') {
      if (method !== 'POST') throw new Rejection(404, 'not_found');
      const fields = readFields(readBody(request), { email: isEmail, password: isPassword });
      if (fields?.email === undefined || fields.password === undefined) return invalid();
      const known = people.get(String(fields.email));
      if (place === 'people') {
        if (known !== undefined) throw new Rejection(409, 'taken');
        const person = { id: crypto.randomUUID(), email: String(fields.email), password: String(fields.password) };
        people.set(person.email, person);
        return { status: 201, body: { id: person.id, email: person.email } };
      }
      if (known === undefined && has('unknown people are 404')) throw new Rejection(404, 'not_found');
      if (known === undefined || (known.password !== fields.password && !has('any password')))
        throw new Rejection(401, 'wrong_login');
      const made = randomBytes(16).toString('hex');
      sessions.set(made, known.email);
      return { status: 200, body: { token: has('tokens of nobody') ? 'x'.repeat(32) : made } };
    }
    const person = people.get(sessions.get(token ?? '') ?? '');
    if (person === undefined) throw new Rejection(401, 'unauthenticated');
    if (place === 'logout') {
      if (!has('sessions stay')) sessions.delete(token!);
      if (has('all sessions end'))
        for (const [key, email] of sessions) if (email === person.email) sessions.delete(key);
      return { status: 204 };
    }
    if ([...request.url.searchParams].length > 0) invalid();
    return { status: 200, body: { id: person.id, email: person.email } };
  };
}
