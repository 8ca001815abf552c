// What the scenarios that need applications have in common.
import { call } from './browser.mjs';

let people = 0;

/** Makes a freelancer who can be offered to clients. */
export const newFreelancer = async (page, token, fields = {}) => {
  const n = `${process.pid}${++people}`;
  const lastName = `Tester ${String.fromCharCode(64 + people)}${process.pid}`.replace(/\d/g, digit => 'abcdefghij'[digit]);
  const made = await call(page, token, 'POST', '/api/freelancer', { firstName: 'Quinn', lastName, email: `quinn.${n}@example.com`, ...fields });
  await call(page, token, 'PUT', `/api/freelancer/${made.id}/status`, { status: 'AC', reason: 'OTHER', comment: 'verified by phone' });
  return { id: made.id, name: `Quinn ${lastName}` };
};

/** Makes an application through the call the panel uses. */
export const newApplication = async (page, token, project, fields = {}) => {
  const freelancer = fields.freelancer ?? (await newFreelancer(page, token));
  const { freelancer: _, ...rest } = fields;
  const made = await call(page, token, 'POST', '/api/projectApplication', { projectId: project.id, freelancerId: freelancer.id, talentRate: 80, ...rest });
  return { ...made, name: freelancer.name };
};

/** Changes the status of an application. */
export const move = (page, token, id, to, reason) => call(page, token, 'PUT', `/api/projectApplication/${id}/status`, { status: to, ...(reason && { reason }) });

/** Waits for the answer to a change of an application's status. */
export const awaitStatusCall = page =>
  page.waitForResponse(answer => /projectApplication\/\d+\/status$/.test(answer.url()) && answer.request().method() === 'PUT');
