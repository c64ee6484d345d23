"""University admissions: yield and acceptance rate."""


def seats(applicants, acceptance_rate, yield_rate):
    return applicants * acceptance_rate * yield_rate


def expected_offers(applications_per_student, acceptance_rate):
    # one safety school plus k competitive ones
    return 1 + applications_per_student * acceptance_rate


def at_least_one(k, acceptance_rate):
    return 1 - (1 - acceptance_rate) ** k


def rolling(gamma, n):
    return (1 - gamma**n) / (1 - gamma)


# 5 applications at a 70% acceptance rate: 1 + 5 * 0.7 = 4.5 offers
