import type { Overrides } from '../engine/override';
import { admin } from './admin';
import { application } from './application';
import { audit } from './audit';
import { erasure, freelancer, freelancerDuplicate } from './freelancer';
import { formulas } from './formulas';
import { mail } from './mail';
import { msp } from './msp';
import { note } from './note';
import { pool, poolCategory, poolMember } from './pool';
import { project } from './project';
import { question } from './question';
import { vmsConnection, vmsDifference, vmsInbound, vmsMapping, vmsOutbound, vmsProposal } from './vms';

/** What differs from the screens the metadata draws. */
export const overrides: Overrides = {
  admin,
  application,
  audit,
  client: { inputs: formulas },
  erasure,
  freelancer,
  freelancerDuplicate,
  legalEntity: { inputs: formulas },
  mail,
  msp,
  note,
  pool,
  poolCategory,
  poolMember,
  project,
  question,
  vmsConnection,
  vmsDifference,
  vmsInbound,
  vmsMapping,
  vmsOutbound,
  vmsProposal,
};
