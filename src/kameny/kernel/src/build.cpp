#include "build.hpp"

#include <algorithm>

#include "groups.hpp"

namespace kameny {

namespace {

// A run that is being built: the face or joker at each value from `low` on.
struct Run {
    int low;
    std::vector<Face> faces;

    bool short_of_tiles() const { return static_cast<int>(faces.size()) < LONG; }

    // Puts a joker on top, or below where nothing follows 13; `false` if the run is full.
    bool add_joker() {
        if (low + static_cast<int>(faces.size()) <= LAST) {
            faces.push_back(JOKER);
        } else if (low > 1) {
            faces.insert(faces.begin(), JOKER);
            --low;
        } else {
            return false;
        }
        return true;
    }
};

// Adds the runs of one suit, grown as `grow` has counted them: short, then long, then new ones.
void add_runs(const Plan& plan, int suit, std::vector<Run>& runs) {
    const std::size_t first = runs.size();
    std::array<std::size_t, LANES> lanes{};
    int open = 0;
    for (int v = 1; v <= LAST; ++v) {
        const Step step = plan.layers[v].steps[suit];
        const int entries = step.runs() + step.fill();
        if (open == LANES && !runs[lanes[0]].short_of_tiles() && runs[lanes[1]].short_of_tiles())
            std::swap(lanes[0], lanes[1]);
        open = std::min(open, entries);
        for (int i = 0; i < open; ++i)
            runs[lanes[i]].faces.push_back(i < step.fill() ? JOKER : face_at(suit, v));
        for (; open < entries; ++open) {
            lanes[open] = runs.size();
            runs.push_back({v, {}});
            runs.back().faces.reserve(LAST);
            runs.back().faces.push_back(face_at(suit, v));
        }
    }
    for (std::size_t i = first; i < runs.size(); ++i) {
        while (runs[i].short_of_tiles()) runs[i].add_joker();
    }
}

// Puts jokers that nobody needs onto runs; a run from 1 to 13 has no end free, but it can be cut in two.
void seat(std::vector<Run>& runs, int jokers) {
    for (int i = 0; i < jokers && !runs.empty(); ++i) {
        if (std::ranges::any_of(runs, &Run::add_joker)) continue;
        const auto half = static_cast<std::ptrdiff_t>(runs[0].faces.size() / 2);
        Run upper{runs[0].low + static_cast<int>(half), {runs[0].faces.begin() + half, runs[0].faces.end()}};
        runs[0].faces.resize(static_cast<std::size_t>(half));
        runs[0].add_joker();
        runs.push_back(std::move(upper));
    }
}

// Adds the groups of one value, their sizes differing by one at most.
void add_groups(const Layer& layer, int value, FaceSets& sets) {
    int most = 0, tiles = 0;
    for (const Step step : layer.steps) {
        most = std::max(most, step.group());
        tiles += step.group();
    }
    if (!tiles) return;
    const int number = groups_of(most, tiles, layer.jokers);
    const std::size_t first = sets.size();
    sets.resize(first + static_cast<std::size_t>(number));
    const auto smallest = [&] {
        return std::min_element(sets.begin() + static_cast<std::ptrdiff_t>(first), sets.end(),
                                [](const auto& a, const auto& b) { return a.size() < b.size(); });
    };
    // The most generous suits first, so that the smallest groups never hold the suit already.
    for (int count = COPIES; count > 0; --count) {
        for (int s = 0; s < SUITS; ++s) {
            if (layer.steps[s].group() != count) continue;
            auto groups = std::vector<std::size_t>(static_cast<std::size_t>(number));
            for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = first + i;
            std::ranges::stable_sort(groups, {}, [&](std::size_t i) { return sets[i].size(); });
            for (int i = 0; i < count; ++i) sets[groups[static_cast<std::size_t>(i)]].push_back(face_at(s, value));
        }
    }
    for (int i = 0; i < layer.jokers; ++i) smallest()->push_back(JOKER);
    for (std::size_t i = first; i < sets.size(); ++i) std::ranges::sort(sets[i]);
}

}  // namespace

FaceSets sets_of(const Plan& plan) {
    std::vector<Run> runs;
    for (int s = 0; s < SUITS; ++s) add_runs(plan, s, runs);
    seat(runs, plan.spare);
    FaceSets sets;
    for (Run& run : runs) sets.push_back(std::move(run.faces));
    for (int v = 1; v <= LAST; ++v) add_groups(plan.layers[v], v, sets);
    return sets;
}

void extend(std::vector<Span>& kept, const Plan& plan, int suit) {
    const std::vector<Span> before = kept;
    std::vector<int> heads;
    std::vector<std::size_t> tails;
    for (int v = 1; v <= LAST; ++v) {
        const Step step = plan.layers[v].steps[suit];
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (before[i].low != v || heads.empty()) continue;
            kept[i].low = heads.front();
            heads.erase(heads.begin());
        }
        while (static_cast<int>(heads.size()) < step.heads()) heads.push_back(v);
        tails.resize(std::min<std::size_t>(tails.size(), static_cast<std::size_t>(step.tails())));
        for (const std::size_t i : tails) kept[i].high = v;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (before[i].high == v) tails.push_back(i);
        }
    }
}

}  // namespace kameny
