package applications

import "poolkeeper.example/extension-service/domains/projects"

// impact counts what a transition would do besides.
type impact = map[string]int

func notifiesFreelancer(facts) impact { return impact{"talentTold": 1} }

func withdrawsMail(f facts) impact {
	if f.waiting == 0 {
		return nil
	}
	return impact{"mailTakenBack": f.waiting}
}

func hiring(f facts) impact {
	out := impact{"positionsLeft": int(f.project.Positions - f.project.PositionsFilled - 1)}
	if out["positionsLeft"] == 0 && f.project.closesWhenFilled() {
		out["projectCloses"], out["applicationsWithdrawn"] = 1, f.openCount
	}
	return out
}

func freesPosition(f facts) impact {
	out := impact{"positionFreed": 1}
	if f.project.Status == projects.Closed && f.project.StatusReason == projects.FilledHere {
		out["projectReopenable"] = 1
	}
	return out
}
